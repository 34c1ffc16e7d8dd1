import type { Database } from '../database/database.ts';

const dayMs = 86_400_000;

/**
 * Removes what nobody can use any more: after a day the same idempotency key starts a new change, codes are void, the texts sent
 * to a phone are counted from one, and replays that were not prolonged have ended. Safe to run at any time.
 */
export async function forgetExpired({ pool }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await pool.query('delete from idempotency where created_at < $1', [before]);
  await pool.query('delete from text_code where expires_at < $1', [before]);
  await pool.query('delete from email_code where expires_at < $1', [before]);
  await pool.query('delete from text_code_count where since < $1', [before]);
  await pool.query('delete from replay_grant where expires_at < $1', [before]);
}
