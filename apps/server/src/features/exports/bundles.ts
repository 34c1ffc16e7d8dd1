import { Readable } from 'node:stream';
import { type KnownInput, zipChunks, zipSum } from '@proofkeep/bundle/node';
import { type Store, StoreError } from '../../store/store.ts';
import { bundleParts } from '../evidence/service.ts';
import type { CertifiedRow } from './content-store.ts';

/**
 * The bundles as entries of an export. Size and CRC-32 of each come from its index, so its files are read once, while it is
 * written; and its index again, so that the indexes of a large account are not all kept in memory.
 */
export async function bundleFiles(
  store: Store,
  certified: readonly CertifiedRow[],
): Promise<{ files: KnownInput[]; missing: string[] }> {
  const files: KnownInput[] = [];
  const missing: string[] = [];
  for (const { ano, certifiedPlace } of certified) {
    const sum = await unlessMissing(async () => zipSum(await bundleParts(store, certifiedPlace)));
    if (!sum) missing.push(ano);
    else
      files.push({
        name: `bundles/${ano}.zip`,
        ...sum,
        read: async () => Readable.from(zipChunks(await bundleParts(store, certifiedPlace)), { objectMode: false }),
      });
  }
  return { files, missing };
}

/** Evidence may be removed once its retention is over. */
async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISSING') return undefined;
    throw error;
  }
}
