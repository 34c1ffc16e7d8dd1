import { describe, expect, it } from 'vitest';
import { daysOf, periodsBetween, today } from './days.ts';

describe('account days', () => {
  it('start at midnight in UTC+8', () => {
    expect(today(Date.parse('2026-11-20T15:59:59Z'))).toBe('2026-11-20');
    expect(today(Date.parse('2026-11-20T16:00:00Z'))).toBe('2026-11-21');
  });

  it.each([
    ['month', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['last', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['last', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['quarter', '2026-01-31', '2025-11-01', '2026-01-31'],
    ['year', '2024-12-31', '2024-01-01', '2024-12-31'],
  ] as const)('range %s on %s runs from %s to %s', (range, day, from, to) => {
    expect(daysOf(range, day)).toEqual({ from, to });
  });

  it('include every day or month of a range', () => {
    expect(periodsBetween('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(periodsBetween('2025-12-01', '2026-02-03', 'month')).toEqual(['2025-12', '2026-01', '2026-02']);
  });
});
