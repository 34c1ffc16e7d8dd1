import { unusedUploadHours } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import { idTime } from '../../database/ids.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import type { Store } from '../../store/store.ts';
import { folderOf } from './service.ts';
import { deleteUpload, findUploads, unusedSince } from './store.ts';

interface Kept {
  database: Database;
  store: Store;
}

/** Jobs about uploads. Each is safe to run twice. */
export const uploadJobs = (kept: Kept): Pick<JobHandlers, 'remove-upload' | 'sweep-uploads'> => ({
  'remove-upload': ({ id }) => kept.store.remove(folderOf(id)),
  'sweep-uploads': () => sweepUploads(kept, new Date()),
});

/** Removes uploads that no form used in time, and files whose row was never committed or is gone. */
export async function sweepUploads({ database: { pool }, store }: Kept, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unusedUploadHours * 3_600_000);
  for (const id of await unusedSince(pool, before))
    if (await deleteUpload(pool, id, { onlyUnused: true })) await store.remove(folderOf(id));

  const listed = await store.list('uploads/');
  const ids = [...new Set(listed.map(({ key }) => key.split('/')[1] ?? ''))].filter((id) => idTime(id) < before);
  for (let at = 0; at < ids.length; at += 1000) {
    const some = ids.slice(at, at + 1000);
    const known = new Set((await findUploads(pool, some)).map(({ fileId }) => fileId));
    for (const id of some) if (!known.has(id)) await store.remove(folderOf(id));
  }
}
