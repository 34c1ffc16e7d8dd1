import type { KnownInput } from '@proofkeep/bundle/node';
import { type Store, StoreError } from '../../store/store.ts';
import { bundleEntry } from '../evidence/service.ts';
import type { CertifiedRow } from './content-store.ts';

/** The bundles as entries of an export. */
export async function bundleFiles(
  store: Store,
  certified: readonly CertifiedRow[],
): Promise<{ files: KnownInput[]; missing: string[] }> {
  const files: KnownInput[] = [];
  const missing: string[] = [];
  for (const { ano, certifiedPlace } of certified) {
    const entry = await unlessMissing(() => bundleEntry(store, certifiedPlace, `bundles/${ano}.zip`));
    if (entry) files.push(entry);
    else missing.push(ano);
  }
  return { files, missing };
}

/** Evidence may be removed after its retention period. */
async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISSING') return undefined;
    throw error;
  }
}
