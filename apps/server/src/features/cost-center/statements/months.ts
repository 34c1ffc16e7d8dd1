import { accountDay, accountOffsetMinutes, statementClosesHours } from '@proofkeep/contract';

/** The month in China that a moment belongs to. */
export const monthAt = (at: Date): string => accountDay(at).slice(0, 7);

/** The following month. */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** The first moment after a month, in China. */
export const endOfMonth = (month: string): Date =>
  new Date(Date.parse(`${monthAfter(month)}-01T00:00:00Z`) - accountOffsetMinutes * 60_000);

/** Whether nothing can be added to a month any more. */
export const isMonthClosed = (month: string, now: Date): boolean =>
  now.getTime() >= endOfMonth(month).getTime() + statementClosesHours * 3_600_000;
