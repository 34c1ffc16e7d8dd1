import { type SessionHours, usualSessionHours } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { freeSlots } from './slots.ts';

const at = (text: string) => new Date(`${text}+08:00`);
const hours = (o: Partial<SessionHours> = {}): SessionHours => ({ ...usualSessionHours, windowDays: 7, ...o });
const startsOf = (h: SessionHours, now: string, busy: [string, string][] = []) =>
  freeSlots(h, { now: at(now), busy: busy.map(([from, to]) => ({ from: at(from), to: at(to) })) }).map(({ startsAt }) =>
    new Date(Date.parse(startsAt) + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' '),
  );

describe('free times', () => {
  it('follow the weekly hours with breaks, between the minimum notice and the end of the window', () => {
    const starts = startsOf(hours({ windowDays: 1 }), '2026-11-23T10:30:00');

    expect(starts).toEqual(['11-24 11:00', '11-24 14:00', '11-24 15:00', '11-24 16:00']);
  });

  it('leave out weekends and public holidays, and apply exceptions as given', () => {
    const exceptions = [
      { day: '2026-10-03', spans: [{ from: '10:00', to: '11:00' }] },
      { day: '2026-10-08', spans: [] },
    ];
    const days = startsOf(hours({ windowDays: 12, exceptions }), '2026-09-29T08:00:00').map((start) =>
      start.slice(0, 5),
    );

    expect([...new Set(days)]).toEqual(['09-30', '10-03', '10-09']);
  });

  it('overlap neither another session nor the break after it', () => {
    const busy: [string, string][] = [['2026-11-24T09:45:00', '2026-11-24T10:30:00']];
    const starts = startsOf(hours({ windowDays: 1, noticeHours: 1 }), '2026-11-23T18:00:00', busy);

    expect(starts.slice(0, 2)).toEqual(['11-24 11:00', '11-24 14:00']);
  });

  it('are ordered even if the spans are not', () => {
    const day = [
      { from: '14:00', to: '15:00' },
      { from: '09:00', to: '10:00' },
    ];
    const exceptions = [{ day: '2026-11-25', spans: day }];

    expect(startsOf(hours({ windowDays: 2, exceptions }), '2026-11-24T12:00:00')[0]).toBe('11-25 14:00');
    expect(startsOf(hours({ windowDays: 2, exceptions, noticeHours: 1 }), '2026-11-24T20:00:00').slice(0, 2)).toEqual([
      '11-25 09:00',
      '11-25 14:00',
    ]);
  });
});
