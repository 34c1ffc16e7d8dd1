import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';

const dayMs = 86_400_000;

/**
 * Deletes rows that nobody can use any more, a day after their end; safe to run at any time.
 * @param deletes each deletes what one store holds from before a time
 */
export async function forgetExpired(
  { pool }: Database,
  now: Date,
  deletes: readonly ((db: Client, before: Date) => Promise<void>)[],
): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  for (const deleteExpired of deletes) await deleteExpired(pool, before);
}
