import { accountDay } from '@proofkeep/contract';
import { holidays } from './holidays.ts';

const dayMs = 86_400_000;

/** Working days that an office has from acceptance to the deed (Notarization Law, article 30). */
export const officeDays = 15;

/** A time in which the office can't proceed; only the last pause may still be open. */
export interface Pause {
  beganAt: Date;
  endedAt: Date | null;
}

const holidaysOf = (day: string) => holidays[Number(day.slice(0, 4))];

/** @param day `YYYY-MM-DD`; false for years whose holidays aren't known */
export const isHoliday = (day: string): boolean =>
  holidaysOf(day)?.off.some(([from, to]) => from <= day.slice(5) && day.slice(5) <= to) ?? false;

/** @param day `YYYY-MM-DD`; in years whose holidays aren't known, only weekends are days off */
export function isWorkingDay(day: string): boolean {
  if (holidaysOf(day)?.worked.includes(day.slice(5))) return true;
  if (isHoliday(day)) return false;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/**
 * Returns the last day on which the office may decide: `officeDays` working days after the day of acceptance, not
 * counting days that lie entirely within a pause, open or ended. Days are in China's time zone.
 */
export function deadlineOf(acceptedAt: Date, pauses: readonly Pause[], now: Date): string {
  const spans = pauses.map(
    ({ beganAt, endedAt }) => [accountDay(beganAt), accountDay(endedAt ?? now), endedAt] as const,
  );
  const isPaused = (day: string) =>
    spans.some(([from, to, endedAt]) => from < day && (endedAt === null ? day <= to : day < to));
  let left = officeDays;
  let at = Date.parse(`${accountDay(acceptedAt)}T00:00:00Z`);
  while (left > 0) {
    at += dayMs;
    const day = new Date(at).toISOString().slice(0, 10);
    if (isWorkingDay(day) && !isPaused(day)) left--;
  }
  return new Date(at).toISOString().slice(0, 10);
}
