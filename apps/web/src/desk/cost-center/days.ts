import { accountDay } from '@proofkeep/contract';

const dayMs = 86_400_000;

/** Today's date in UTC+8, in which accounts count days. */
export const today = (now = Date.now()): string => accountDay(new Date(now));

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** First day of the month `months` away. */
function monthStart(day: string, months: number): string {
  const at = new Date(day);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

export const ranges = ['month', 'last', 'quarter', 'year'] as const;
export type Range = (typeof ranges)[number];

/** First and last day of a range. Ranges end on `day`, except `last`: the previous month. */
export function daysOf(range: Range, day: string): { from: string; to: string } {
  if (range === 'last') return { from: monthStart(day, -1), to: shifted(monthStart(day, 0), -1) };
  return { from: monthStart(day, { month: 0, quarter: -2, year: -11 }[range]), to: day };
}

/** Every day or month from `from` to `to`, in the format of spending. */
export function periodsBetween(from: string, to: string, by: 'day' | 'month'): string[] {
  const periods: string[] = [];
  for (let day = from; day <= to; day = by === 'day' ? shifted(day, 1) : monthStart(day, 1))
    periods.push(by === 'day' ? day : day.slice(0, 7));
  return periods;
}
