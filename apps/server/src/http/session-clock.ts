import type { Client } from '../database/client.ts';
import type { Statements } from '../database/database.ts';
import { endPartySessionsAtClockChange } from './party-sessions.ts';
import { endExpiredBy } from './sessions.ts';
import { endStaffSessionsAtClockChange } from './staff-sessions.ts';

/** The clocks of servers may differ by this much without one having been set back. */
const toleranceMs = 5_000;
/** The database's mark is this coarse: writing it at each call would turn every read into a write. */
const coarseMs = 1_000;

/**
 * Keeps expiry final when a clock is set back. A session that a call finds expired is deleted at once; this handles
 * sessions that weren't used meanwhile. The database stores the time of the latest call. When a call comes at an
 * earlier time, sessions that had expired by the latest one end before it is answered, and the times of the rest are
 * limited to the current clock. @returns to be called first in every call: before a caller is identified or a session
 * begins, and outside transactions
 */
export function openSessionClock({ pool, transaction }: Pick<Statements, 'pool' | 'transaction'>) {
  let seenMs: number | undefined;
  return async (now: Date): Promise<void> => {
    const sinceMs = seenMs === undefined ? coarseMs : now.getTime() - seenMs;
    if (sinceMs > -toleranceMs && sinceMs < coarseMs) return;
    if (!(await moveOn(pool, now)) && (await isBehind(pool, now))) await transaction((db) => setBack(db, now));
    seenMs = now.getTime();
  };
}

async function moveOn(db: Client, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('update session_clock set at = $1 where at < $1', [now]);
  return rowCount === 1;
}

async function isBehind(db: Client, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('select from session_clock where at >= $1', [
    new Date(now.getTime() + toleranceMs),
  ]);
  return rowCount === 1;
}

async function setBack(db: Client, now: Date): Promise<void> {
  const { rows } = await db.query<{ at: Date }>('select at from session_clock for update');
  const latest = (rows[0] as { at: Date }).at;
  // Another server got there first.
  if (latest.getTime() < now.getTime() + toleranceMs) return;
  await endExpiredBy(db, { latest, now });
  await endStaffSessionsAtClockChange(db);
  await endPartySessionsAtClockChange(db);
  await db.query('update session_clock set at = $1', [now]);
}
