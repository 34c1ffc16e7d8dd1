import { submittedFiles } from '@proofkeep/contract';
import type { Database } from '../../../database/database.ts';
import { idTime } from '../../../database/ids.ts';
import type { Store } from '../../../store/store.ts';
import { receivedFolder, receivedPlace } from './receive.ts';
import { deleteReceived, findDisposable, findKnown } from './store.ts';
import { deleteUpload, findAbandoned, findOpen } from './upload-store.ts';

/** Removes abandoned uploads. */
export async function sweepUploads(o: { database: Database; store: Store }, now: Date): Promise<void> {
  await sweepAbandoned(o, now);
  await sweepReceivedFiles(o, now);
}

/** Removes resumable uploads that got no bytes for days, and drafts whose upload ended or never began. */
async function sweepAbandoned({ database: { pool }, store }: { database: Database; store: Store }, now: Date) {
  const before = new Date(now.getTime() - submittedFiles.abandonedDays * 24 * 3_600_000);
  for (const id of await findAbandoned(pool, before)) {
    await deleteUpload(pool, id);
    await store.drafts.remove(id);
  }
  // A new draft is there shortly before its row.
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const ids = (await store.drafts.list()).filter((id) => idTime(id) < hourAgo);
  const open = await findOpen(pool, ids);
  for (const id of ids) if (!open.has(id)) await store.drafts.remove(id);
}

/**
 * Removes uploads that were not used in time, uploads whose evidence is certified, and files whose row was never
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
