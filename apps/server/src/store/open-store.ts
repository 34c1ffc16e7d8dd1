import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStore } from './folder-store.ts';
import type { Store } from './store.ts';

/** Opens the store of an installation. @throws StoreError STORE_UNAVAILABLE if it can't be used */
export async function openStore({ DATA_DIR, STORE_URL }: Pick<Config, 'DATA_DIR' | 'STORE_URL'>): Promise<Store> {
  if (STORE_URL) {
    // Loaded on demand: it would slow down the start of every command.
    const { openS3Store } = await import('./s3-store.ts');
    return openS3Store(STORE_URL, join(DATA_DIR, 'cache', 'incoming'));
  }
  return openFolderStore(join(DATA_DIR, 'store'));
}
