import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Artifact } from '@proofkeep/contract';
import { dataPlace, type Lease } from '../../features/evidence/service.ts';
import type { Store } from '../../store/store.ts';

/**
 * Stores the files that a capture left in a local folder, as a node does over HTTP.
 * @throws Error if the folder holds a file that was not listed; StoreError STORE_MISMATCH if a file's digest differs
 */
export async function storeWorkFolder(
  store: Store,
  lease: Lease,
  { workDir, artifacts }: { workDir: string; artifacts: readonly Artifact[] },
): Promise<void> {
  const unnamed = new Set(await filesIn(workDir));
  for (const { path } of artifacts)
    if (!unnamed.delete(path)) throw new Error(`${path} is not a file that the capture node left.`);
  for (const path of unnamed) throw new Error(`The capture node left ${path}, which it did not list.`);
  for (const { path, size, sha256 } of artifacts) {
    const content = createReadStream(join(workDir, path), { highWaterMark: 1 << 20 });
    await store.put(`${dataPlace(lease)}${path}`, content, { size, sha256 });
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (!entry.isFile() && !entry.isDirectory()) throw new Error(`${entry.name} is neither a file nor a folder.`);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
