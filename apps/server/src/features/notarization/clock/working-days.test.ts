import { describe, expect, it } from 'vitest';
import { deadlineOf, isWorkingDay } from './working-days.ts';

const at = (text: string) => new Date(`${text}+08:00`);

describe('a working day', () => {
  it.each([
    ['2026-11-23', true],
    ['2026-11-22', false],
    ['2026-02-14', true],
    ['2026-02-17', false],
    ['2026-10-10', true],
    ['2026-10-07', false],
    ['2025-10-08', false],
    ['2031-01-04', false],
  ])('%s: %s', (day, isWorked) => {
    expect(isWorkingDay(day)).toBe(isWorked);
  });
});

describe('the deadline of an office', () => {
  it('is fifteen working days after the day of acceptance in China', () => {
    // 23:30 in China is still Monday there, and 15:30 UTC on the same date.
    expect(deadlineOf(at('2026-11-23T23:30:00'), [], at('2026-11-24T00:00:00'))).toBe('2026-12-14');
  });

  it('skips the holidays and counts the weekends worked instead', () => {
    expect(deadlineOf(at('2026-02-13T10:00:00'), [], at('2026-02-13T10:00:00'))).toBe('2026-03-12');
  });

  it('is extended by the whole working days of a pause', () => {
    const pause = { beganAt: at('2026-11-24T09:00:00'), endedAt: at('2026-11-27T09:00:00') };

    expect(deadlineOf(at('2026-11-23T09:00:00'), [pause], at('2026-12-01T09:00:00'))).toBe('2026-12-16');
  });

  it('is extended by every day of a pause that is still open', () => {
    const pause = { beganAt: at('2026-11-24T09:00:00'), endedAt: null };
    const seenOn = (day: string) => deadlineOf(at('2026-11-23T09:00:00'), [pause], at(`${day}T12:00:00`));

    expect([seenOn('2026-11-24'), seenOn('2026-11-25'), seenOn('2026-11-26')]).toEqual([
      '2026-12-14',
      '2026-12-15',
      '2026-12-16',
    ]);
  });
});
