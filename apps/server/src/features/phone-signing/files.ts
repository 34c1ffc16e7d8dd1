import { sha256Hex } from '@proofkeep/bundle/node';
import type { PartyFileKind } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import { idTime, newId } from '../../database/ids.ts';
import type { Services } from '../../http/services.ts';
import { removeUnlessRetained, type Store } from '../../store/store.ts';
import type { PartyRow } from '../notarization/service.ts';
import { type FileRow, findFileIds, findMattersWithFiles, insertFile } from './store.ts';

type FileDeps = Pick<Services, 'store' | 'vault'>;

const placeOf = (fileId: string): string => `party_file/${fileId}`;
const keyOf = (matterId: string, fileId: string): string => `parties/${matterId}/${fileId}/sealed`;

const partyFileKey = /^parties\/[^/]+\/([0-9a-f-]{36})\/sealed$/;
const dayMs = 86_400_000;
/** Long enough that several runs check each file, in case one fails. */
const endedWithinDays = 7;

/**
 * Removes pictures and recordings that no row references, left by calls that failed after storing the file. Skips files
 * younger than a day, since a file is stored before its row.
 */
export async function sweepPartyFiles(
  { database, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const { pool } = database;
  for (const matterId of await findMattersWithFiles(pool, new Date(now.getTime() - endedWithinDays * dayMs))) {
    const listed = await store.list(`parties/${matterId}/`);
    const known = new Set(await findFileIds(pool, matterId));
    for (const { key } of listed) {
      const id = partyFileKey.exec(key)?.[1];
      if (id !== undefined && idTime(id).getTime() < now.getTime() - dayMs && !known.has(id))
        await removeUnlessRetained(store, key.slice(0, key.lastIndexOf('/') + 1));
    }
  }
}

interface NewFile {
  kind: PartyFileKind;
  mediaType: string;
  challengeId: string | null;
  isLive: boolean | null;
  submittedAt: Date | null;
  now: Date;
}

/** A stored file that no row references yet. */
export type StoredFile = Pick<FileRow, 'id' | 'sizeBytes' | 'sha256'>;

/**
 * Stores a picture or recording, encrypted. It becomes effective once `addPartyFile` references it; after a crash
 * before that, the sweep removes it.
 */
export async function storePartyFile(
  db: Client,
  { store, vault }: FileDeps,
  matterId: string,
  bytes: Buffer,
): Promise<StoredFile> {
  const id = await newId(db);
  await store.put(keyOf(matterId, id), vault.encryptBytes(bytes, placeOf(id)));
  return { id, sizeBytes: bytes.length, sha256: sha256Hex(bytes) };
}

export const addPartyFile = (
  db: Client,
  { id: partyId }: Pick<PartyRow, 'id'>,
  stored: StoredFile,
  { now, ...file }: NewFile,
): Promise<void> => insertFile(db, { ...stored, partyId, sentAt: now, ...file });

/** Stores a small file within the call's transaction. */
export async function keepPartyFile(
  db: Client,
  deps: FileDeps,
  party: Pick<PartyRow, 'id' | 'matterId'>,
  { bytes, ...file }: NewFile & { bytes: Buffer },
): Promise<StoredFile> {
  const stored = await storePartyFile(db, deps, party.matterId, bytes);
  await addPartyFile(db, party, stored, file);
  return stored;
}

export async function readPartyFile(
  { store, vault }: FileDeps,
  matterId: string,
  { id }: Pick<FileRow, 'id'>,
): Promise<Buffer> {
  return vault.decryptBytes(await store.bytes(keyOf(matterId, id)), placeOf(id));
}
