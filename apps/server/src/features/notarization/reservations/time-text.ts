import { accountDay } from '@proofkeep/contract';

const chinaOffsetMs = 8 * 3_600_000;

/** An instant as people in China write it: `2026-11-24 09:00`. */
export const timeText = (at: Date): string =>
  `${accountDay(at)} ${new Date(at.getTime() + chinaOffsetMs).toISOString().slice(11, 16)}`;
