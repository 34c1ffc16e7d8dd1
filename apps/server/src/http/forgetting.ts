import type { Database } from '../database/database.ts';
import { endExpiredSessions } from './sessions.ts';

const dayMs = 86_400_000;

/**
 * Removes what nobody can use any more: after a day a change may be asked for anew under an old key, codes are void and the
 * texts of a phone are counted from one; replays that were not prolonged have ended; sessions whose time is over. May be done at
 * any time.
 */
export async function forgetExpired({ pool }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await pool.query('delete from idempotency where created_at < $1', [before]);
  await pool.query('delete from text_code where expires_at < $1', [before]);
  await pool.query('delete from email_code where expires_at < $1', [before]);
  await pool.query('delete from text_code_count where since < $1', [before]);
  await endExpiredSessions(pool, now);
  await pool.query('delete from replay_grant where expires_at < $1', [before]);
}
