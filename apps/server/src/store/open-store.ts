import { join } from 'node:path';
import type { Config } from '../config.ts';
import { readAgeKey } from './age-identity.ts';
import { openFolderStore } from './folder-store.ts';
import type { Store, WriteOnceStore } from './store.ts';

const incomingOf = (DATA_DIR: string): string => join(DATA_DIR, 'cache', 'incoming');

/** Opens the place that log heads are recorded in; null if none is configured. @throws StoreError STORE_UNAVAILABLE */
export async function openHeadRecord({
  DATA_DIR,
  LOG_HEAD_FOLDER,
  LOG_HEAD_URL,
}: Pick<Config, 'DATA_DIR' | 'LOG_HEAD_FOLDER' | 'LOG_HEAD_URL'>): Promise<WriteOnceStore | null> {
  if (LOG_HEAD_URL) {
    const { openS3WriteOnceStore } = await import('./s3-store.ts');
    return openS3WriteOnceStore(LOG_HEAD_URL, incomingOf(DATA_DIR));
  }
  return LOG_HEAD_FOLDER ? openFolderStore(LOG_HEAD_FOLDER) : null;
}

/** Opens the store of an installation. @throws StoreError STORE_UNAVAILABLE if it can't be used; Error without its key */
export async function openStore({
  DATA_DIR,
  STORE_URL,
  STORE_KEY_FILE,
}: Pick<Config, 'DATA_DIR' | 'STORE_URL' | 'STORE_KEY_FILE'>): Promise<Store> {
  const key = STORE_KEY_FILE ? await readAgeKey(STORE_KEY_FILE) : undefined;
  if (STORE_URL) {
    // Loaded on demand: it would slow down the start of every command.
    const { openS3Store } = await import('./s3-store.ts');
    return openS3Store(STORE_URL, { incoming: incomingOf(DATA_DIR), drafts: join(DATA_DIR, 'drafts') }, { key });
  }
  return openFolderStore(join(DATA_DIR, 'store'), { key });
}
