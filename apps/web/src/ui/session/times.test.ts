import { describe, expect, it } from 'vitest';
import { chinaDay, dayText, spanText } from './times.ts';

describe('the time of a session', () => {
  it('is a day in China, even while UTC is on the day before', () => {
    expect(chinaDay('2026-11-23T17:30:00.000Z')).toBe('2026-11-24');
  });

  it('names weekday and date in both languages', () => {
    expect([dayText('2026-11-24', 'zh'), dayText('2026-11-24', 'en')]).toEqual(['11月24日 周二', 'Tue 24 Nov']);
  });

  it('is shown from start to end in China time', () => {
    expect(spanText('2026-11-24T01:00:00.000Z', '2026-11-24T01:45:00.000Z')).toBe('09:00–09:45');
  });
});
