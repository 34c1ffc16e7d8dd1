import type { Database } from '../../../database/database.ts';
import { removeUnlessRetained, type Store } from '../../../store/store.ts';
import { keptAtOf } from './files.ts';
import { findFileKeys, findRecentlyChanged } from './store.ts';

const dayMs = 86_400_000;
/** Long enough that several runs check each file, in case one fails. */
const changedWithinDays = 7;

/**
 * Removes document files that no row references: earlier revisions, and files of rolled-back transactions. Skips files
 * younger than a day, since a file is stored before a row references it.
 */
export async function sweepMatters(
  { database, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - changedWithinDays * dayMs);
  for (const matterId of await findRecentlyChanged(database.pool, since)) {
    const listed = (await store.list(`matters/${matterId}/`)).map(({ key }) => key);
    const known = new Set(await findFileKeys(database.pool, matterId));
    for (const key of listed) {
      const keptAt = keptAtOf(key);
      if (keptAt !== null && keptAt.getTime() < now.getTime() - dayMs && !known.has(key))
        await removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));
    }
  }
}
