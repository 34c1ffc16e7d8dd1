import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Services } from '../../http/services.ts';
import { removeUnlessRetained } from '../../store/store.ts';
import { findFileKeys } from './store.ts';

type FileDeps = Pick<Services, 'store' | 'vault'>;

const root = 'court/';
/** Begins with the time at which the file was stored. */
const listKey = /^court\/[0-9a-f-]{36}\/([0-9a-f]{12})[0-9a-f]{16}\/list$/;
const dayMs = 86_400_000;

const placeOf = (applicationId: string): string => `court_list/${applicationId}`;

/**
 * Stores a signed list, encrypted, under a new key. It becomes effective once a row names it; a crash before that
 * leaves an unreferenced file. @returns its key
 */
export async function keepListFile(
  { store, vault }: FileDeps,
  { applicationId, pdf }: { applicationId: string; pdf: Uint8Array },
): Promise<string> {
  const key = `${root}${applicationId}/${Date.now().toString(16).padStart(12, '0')}${randomBytes(8).toString('hex')}/list`;
  await store.put(key, vault.encryptBytes(pdf, placeOf(applicationId)));
  return key;
}

export const readListFile = async (
  { store, vault }: FileDeps,
  { applicationId, fileKey }: { applicationId: string; fileKey: string },
): Promise<Buffer> => vault.decryptBytes(await store.bytes(fileKey), placeOf(applicationId));

/** Removes a file that no row references. */
export const dropListFile = ({ store }: Pick<FileDeps, 'store'>, key: string): Promise<void> =>
  removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));

/**
 * Removes files that no row references: lists that were signed again for the same version, and files of transactions
 * cut off by a crash. Skips files younger than a day, because a file is stored before a row references it. Referenced
 * lists stay even after the application was withdrawn, since they may have been handed out.
 */
export async function sweepListFiles(
  { database, store }: { database: Database; store: Services['store'] },
  now: Date,
): Promise<void> {
  for (const folder of await store.folders(root)) {
    const old = (await store.list(folder)).map(({ key }) => key).filter((key) => isOld(key, now));
    const known = new Set(await findFileKeys(database.pool, old));
    for (const key of old) if (!known.has(key)) await dropListFile({ store }, key);
  }
}

function isOld(key: string, now: Date): boolean {
  const time = listKey.exec(key)?.[1];
  return time !== undefined && Number.parseInt(time, 16) < now.getTime() - dayMs;
}
