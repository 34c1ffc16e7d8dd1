import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';

const dayMs = 86_400_000;

/**
 * Deletes rows a day after they expire; safe to run at any time. @param deletes functions that each delete a store's
 * rows from before a given time
 */
export async function forgetExpired(
  { pool }: Database,
  now: Date,
  deletes: readonly ((db: Client, before: Date) => Promise<void>)[],
): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  for (const deleteExpired of deletes) await deleteExpired(pool, before);
}
