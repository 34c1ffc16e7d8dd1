import { submittedFiles } from '@proofkeep/contract';
import type { Database } from '../../../database/database.ts';
import { idTime } from '../../../database/ids.ts';
import { eachAlone } from '../../../kit/each-alone.ts';
import type { Store } from '../../../store/store.ts';
import { receivedFolder, receivedPlace } from './receive.ts';
import { deleteReceived, deleteUpload, findAbandoned, findDisposable, findKnown, findOpen } from './upload-store.ts';

interface Sources {
  database: Database;
  store: Store;
}

/**
 * Removes abandoned uploads, and parts that a crash left in a bucket. Each sweep runs although another one fails: credentials may
 * lack the right to list unfinished parts.
 */
export async function sweepUploads(o: Sources, now: Date): Promise<void> {
  const before = new Date(now.getTime() - submittedFiles.abandonedDays * 24 * 3_600_000);
  await eachAlone(
    [
      () => removeAbandoned(o, before),
      () => removeDrafts(o, now),
      () => sweepReceivedFiles(o, now),
      () => o.store.removeUnfinished(before),
    ],
    (sweep) => sweep(),
  );
}

/** Removes resumable uploads that received no bytes since a time. */
async function removeAbandoned({ database: { pool }, store }: Sources, before: Date): Promise<void> {
  for (const id of await findAbandoned(pool, before)) {
    await deleteUpload(pool, id);
    await store.drafts.remove(id);
  }
}

/** Removes drafts whose upload ended or never began. */
async function removeDrafts({ database: { pool }, store }: Sources, now: Date): Promise<void> {
  // A new draft exists shortly before its row does.
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const ids = (await store.drafts.list()).filter((id) => idTime(id) < hourAgo);
  const open = await findOpen(pool, ids);
  for (const id of ids) if (!open.has(id)) await store.drafts.remove(id);
}

/**
 * Removes uploads that were not used in time, uploads whose evidence is certified, and files whose row was never
 * committed. Deletes the row first: a crash in between leaves a file that the next run removes.
 */
export async function sweepReceivedFiles({ database: { pool }, store }: Sources, now: Date): Promise<void> {
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
