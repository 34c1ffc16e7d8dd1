import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';
import type { Store } from './store.ts';

/** The store of an installation. @throws StoreError STORE_UNAVAILABLE, before anything depends on it */
export function openStore({ DATA_DIR, STORE_URL }: Pick<Config, 'DATA_DIR' | 'STORE_URL'>): Promise<Store> {
  if (STORE_URL) return openS3Store(STORE_URL, join(DATA_DIR, 'cache', 'incoming'));
  return openFolderStore(join(DATA_DIR, 'store'));
}
