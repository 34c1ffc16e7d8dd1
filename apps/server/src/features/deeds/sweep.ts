import type { Database } from '../../database/database.ts';
import type { Store } from '../../store/store.ts';
import { dropParts, keptAtOf } from './parts.ts';
import { findRecentlyBundled } from './store.ts';

const dayMs = 86_400_000;
/** Long enough that several runs check each file, in case one fails. */
const madeWithinDays = 7;

/**
 * Removes bundle files that no row references, left by a crash or by a later second attempt. Skips files younger than a
 * day, because a file is stored before its row.
 */
export async function sweepBundles(
  { database, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - madeWithinDays * dayMs);
  for (const { id, fileKey } of await findRecentlyBundled(database.pool, since))
    for (const { key } of await store.list(`matters/${id}/bundle/`)) {
      const keptAt = keptAtOf(key);
      if (keptAt !== null && keptAt.getTime() < now.getTime() - dayMs && key !== fileKey)
        await dropParts({ store }, key);
    }
}
