import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';

const dayMs = 86_400_000;

/**
 * Deletes rows that nobody can use any more; safe to run at any time. Idempotency keys, codes and replay grants are kept a
 * day beyond their end.
 * @param ofFeatures deletes what the features' own tables hold from before a time
 */
export async function forgetExpired(
  { pool }: Database,
  now: Date,
  ofFeatures: readonly ((db: Client, before: Date) => Promise<void>)[],
): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await pool.query('delete from idempotency where created_at < $1', [before]);
  await pool.query('delete from replay_grant where expires_at < $1', [before]);
  for (const deleteExpired of ofFeatures) await deleteExpired(pool, before);
}
