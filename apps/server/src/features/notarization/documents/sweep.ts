import type { Database } from '../../../database/database.ts';
import { removeUnlessRetained, type Store } from '../../../store/store.ts';
import { keptAtOf } from './files.ts';
import { findFileKeys, findRecentlyChanged } from './store.ts';

const dayMs = 86_400_000;
/** Every file is looked at in several runs: a run that fails loses nothing. */
const changedWithinDays = 7;

/**
 * Removes files of documents that no row names: earlier revisions, and those whose transaction was rolled back. Only files older
 * than a day, because a file is kept before a row names it.
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
