import { sha256Hex } from '@proofkeep/bundle/node';
import type { PartyFileKind } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { newId } from '../../database/ids.ts';
import type { Services } from '../../http/services.ts';
import type { PartyRow } from '../notarization/service.ts';
import { type FileRow, insertFile } from './store.ts';

type FileDeps = Pick<Services, 'store' | 'vault'>;

const placeOf = (fileId: string): string => `party_file/${fileId}`;
const keyOf = (matterId: string, fileId: string): string => `parties/${matterId}/${fileId}/sealed`;

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
