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
/** Every file is looked at in several runs: a run that fails loses nothing. */
const endedWithinDays = 7;

/**
 * Removes pictures and recordings that no row names, as a call leaves them that failed after the file was kept. Only files older
 * than a day, because a file is kept before its row.
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
  bytes: Buffer;
  challengeId: string | null;
  isLive: boolean | null;
  submittedAt: Date | null;
  now: Date;
}

/** Keeps a picture or recording, encrypted. The file comes before its row: a crash between leaves a file that no row names. */
export async function keepPartyFile(
  db: Client,
  { store, vault }: FileDeps,
  { id: partyId, matterId }: Pick<PartyRow, 'id' | 'matterId'>,
  { bytes, now, ...file }: NewFile,
): Promise<{ id: string; sha256: string }> {
  const id = await newId(db);
  const sha256 = sha256Hex(bytes);
  await store.put(keyOf(matterId, id), vault.encryptBytes(bytes, placeOf(id)));
  await insertFile(db, { id, partyId, sizeBytes: bytes.length, sha256, sentAt: now, ...file });
  return { id, sha256 };
}

export async function readPartyFile(
  { store, vault }: FileDeps,
  matterId: string,
  { id }: Pick<FileRow, 'id'>,
): Promise<Buffer> {
  return vault.decryptBytes(await store.bytes(keyOf(matterId, id)), placeOf(id));
}
