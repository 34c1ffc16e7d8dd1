import { submittedFiles } from '@proofkeep/contract';
import type { Database } from '../../../database/database.ts';
import { idTime } from '../../../database/ids.ts';
import type { Store } from '../../../store/store.ts';
import { receivedFolder, receivedPlace } from './receive.ts';
import { deleteReceived, findDisposable, findKnown } from './store.ts';

/**
 * Removes uploads of which nothing was made in time, those whose evidence is certified, and files whose row was never
 * committed. The row goes first: a crash between leaves a file that the next run removes.
 */
export async function sweepReceivedFiles(
  { database: { pool }, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - submittedFiles.unusedDays * 24 * 3_600_000);
  for (const id of await findDisposable(pool, before)) {
    await deleteReceived(pool, id);
    await store.remove(receivedPlace(id));
  }
  const ids = (await store.folders(receivedFolder)).map((place) => place.slice(receivedFolder.length, -1));
  const old = ids.filter((id) => idTime(id) < before);
  for (let at = 0; at < old.length; at += 1000) {
    const some = old.slice(at, at + 1000);
    const known = await findKnown(pool, some);
    for (const id of some) if (!known.has(id)) await store.remove(receivedPlace(id));
  }
}
