import { continueSha256, finishSha256 } from '@proofkeep/bundle/node';
import type { Client } from '../../database/client.ts';
import type { Services } from '../../http/services.ts';
import { type ChunkRow, findChunks, type RecordingRow } from './recording-store.ts';

export type FileDeps = Pick<Services, 'store' | 'vault'>;

const placeOf = (fileId: string): string => `room_chunk/${fileId}`;
export const folderOf = (recordingId: string, fileId: string): string => `rooms/${recordingId}/${fileId}/`;
const keyOf = (recordingId: string, fileId: string): string => `${folderOf(recordingId, fileId)}sealed`;

/**
 * Stores a piece, encrypted. It becomes effective once a row references it; after a crash before that, the sweep
 * removes it.
 */
export async function storeChunk(
  { store, vault }: FileDeps,
  { recordingId, fileId, bytes }: { recordingId: string; fileId: string; bytes: Buffer },
): Promise<void> {
  await store.put(keyOf(recordingId, fileId), vault.encryptBytes(bytes, placeOf(fileId)));
}

export const readChunk = async (
  { store, vault }: FileDeps,
  recordingId: string,
  { fileId }: Pick<ChunkRow, 'fileId'>,
): Promise<Buffer> => vault.decryptBytes(await store.bytes(keyOf(recordingId, fileId)), placeOf(fileId));

/** Bytes of a recording from `start` (inclusive) to `end` (exclusive); holds one piece in memory at a time. */
export async function* readRecording(
  deps: FileDeps,
  recordingId: string,
  { chunks, start, end }: { chunks: readonly ChunkRow[]; start: number; end: number },
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const chunk of chunks) {
    const next = at + chunk.sizeBytes;
    if (next > start && at < end) {
      const bytes = await readChunk(deps, recordingId, chunk);
      yield bytes.subarray(Math.max(0, start - at), Math.min(chunk.sizeBytes, end - at));
    }
    at = next;
  }
}

type Digested = Pick<RecordingRow, 'id' | 'chunks' | 'sha256State'>;

/** State of the SHA-256 of a recording with its next piece. */
export async function nextSha256(db: Client, deps: FileDeps, recording: Digested, bytes: Buffer): Promise<Uint8Array> {
  return continueSha256(recording.sha256State, bytes).catch(async () =>
    continueSha256(await readAgain(db, deps, recording), bytes),
  );
}

/** SHA-256 of a whole recording, hex; null if nothing was recorded. */
export async function sha256OfFile(db: Client, deps: FileDeps, recording: Digested): Promise<string | null> {
  const { sha256State } = recording;
  if (sha256State === null) return null;
  return finishSha256(sha256State).catch(async () => finishSha256(await readAgain(db, deps, recording)));
}

/** Digests the stored pieces: an update of the service may have replaced the code whose state was stored. */
async function readAgain(db: Client, deps: FileDeps, { id, chunks }: Digested): Promise<Uint8Array> {
  let state = await continueSha256(null, new Uint8Array());
  for (const chunk of (await findChunks(db, id)).slice(0, chunks))
    state = await continueSha256(state, await readChunk(deps, id, chunk));
  return state;
}
