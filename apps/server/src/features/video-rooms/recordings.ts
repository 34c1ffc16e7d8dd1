import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { roomRecordingStart, roomRecordingStep } from '@proofkeep/bundle';
import { combineCrc32, sha256Hex } from '@proofkeep/bundle/node';
import {
  type consoleVideoRoomCalls,
  fileTypeName,
  type InputOf,
  notaryInRoom,
  type RoomRecording,
  videoRoomLimits,
} from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import { newId } from '../../database/ids.ts';
import { Refusal, tooLarge } from '../../kit/refusal.ts';
import {
  appendEntry,
  findParties,
  lockOfficeMatter,
  type MatterDbRow,
  notaryActor,
  originOf,
  requireOfficeMatter,
} from '../notarization/service.ts';
import { lockOwnRoom, type Notary, stateOf } from './access.ts';
import { folderOf, nextSha256, storeChunk } from './files.ts';
import {
  addChunk,
  type ChunkRow,
  countRecordings,
  findChunks,
  findRecording,
  insertRecording,
  lockRecording,
  type NextState,
  type RecordingRow,
} from './recording-store.ts';
import { findConsents } from './store.ts';

type Calls = typeof consoleVideoRoomCalls;

export const shownOf = (row: RecordingRow): RoomRecording => ({
  id: row.id,
  personId: row.partyId ?? notaryInRoom,
  personName: row.personName,
  mediaType: row.mediaType,
  startedAt: row.begunAt.toISOString(),
  chunks: row.chunks,
  sizeBytes: row.sizeBytes,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  sha256: row.sha256,
  isComplete: row.isComplete,
  isEmpty: row.finishedAt === null ? null : row.chunks === 0,
});

/** @throws Refusal STATE_FORBIDS unless the room is open and the party consented to the recording of this room */
export async function beginRecording(
  { id, personId, mediaType }: InputOf<Calls['beginRecording']>,
  context: Notary,
): Promise<{ recordingId: string; head: string }> {
  const { db, services, now } = context;
  const { row, room } = await lockOwnRoom(context, id);
  const isFull = (await countRecordings(db, room.id)) >= videoRoomLimits.recordings;
  if (stateOf(room) !== 'open' || isFull) throw new Refusal('STATE_FORBIDS');
  const actor = await notaryActor(context);
  const partyId = personId === notaryInRoom ? null : personId;
  const party = partyId === null ? undefined : (await findParties(db, id)).find((one) => one.id === partyId);
  if (partyId !== null && !party) throw new Refusal('NOT_FOUND');
  if (party && !(await findConsents(db, room.id)).has(party.id)) throw new Refusal('STATE_FORBIDS');
  const personName = party ? (party.representativeName ?? party.name) : actor.name;
  const recordingId = await newId(db);
  const head = sha256Hex(roomRecordingStart({ room: room.id, recording: recordingId, partyId, mediaType }));
  await insertRecording(db, { id: recordingId, roomId: room.id, partyId, personName, mediaType, begunAt: now, head });
  await appendEntry(db, services.jobs, {
    matterId: id,
    no: row.no,
    actor,
    event: 'recording-begun',
    detail: { room: room.id, recordingId, partyId, mediaType, head },
    origin: originOf(context),
    now,
  });
  return { recordingId, head };
}

/** Loads a recording; the caller must be the notary of its matter. @throws Refusal NOT_FOUND; STATE_FORBIDS */
export async function requireOwnRecording(context: Notary, { id, recordingId }: { id: string; recordingId: string }) {
  const row = await requireOfficeMatter(context, id);
  if (row.notaryId !== context.caller.staffId) throw new Refusal('STATE_FORBIDS');
  return { row, recording: requireOf(await findRecording(context.db, recordingId), id) };
}

export function requireOf(recording: RecordingRow | undefined, matterId: string): RecordingRow {
  if (recording?.matterId !== matterId) throw new Refusal('NOT_FOUND');
  return recording;
}

const sendingMs = videoRoomLimits.sendingMinutes * 60_000;
/** Rooms that ended before this time accept no more pieces. */
export const closedBefore = (now: Date): Date => new Date(now.getTime() - sendingMs);

/** @throws Refusal RECORDING_CLOSED once it is finished, the matter has ended, or its room ended too long ago */
export function requireRunning({ finishedAt, roomEndedAt }: RecordingRow, { endedAt }: MatterDbRow, now: Date): void {
  const isTooLate = roomEndedAt !== null && roomEndedAt < closedBefore(now);
  if (finishedAt !== null || endedAt !== null || isTooLate) throw new Refusal('RECORDING_CLOSED');
}

/** A stored piece, and the recording's digests up to and including it. */
interface NextChunk {
  chunk: ChunkRow;
  next: NextState;
}

/**
 * Accepts the next piece. Stores the file under a new id, outside any transaction, then the row that references it. A
 * crash in between leaves a file for the sweep, and the browser sends the piece again. Of concurrent requests, only one
 * adds its row. Each piece continues the recording's digests, so that finishing reads no file.
 */
export const sendRecordingChunk = {
  async prepare(input: InputOf<Calls['sendRecordingChunk']>, context: Notary): Promise<NextChunk | null> {
    const { at, sha256, recordingId } = input;
    const { db, services, upload } = context;
    const { row, recording } = await requireOwnRecording(context, input);
    const { stream } = await upload();
    const bytes = await buffer(stream);
    if (bytes.length === 0) throw new Refusal('UPLOAD_BROKEN');
    if (bytes.length > videoRoomLimits.chunkBytes) throw tooLarge(videoRoomLimits.chunkBytes);
    if (sha256Hex(bytes) !== sha256) throw new Refusal('FILE_DIFFERS');
    if (at < recording.chunks) return null;
    requireRunning(recording, row, context.now);
    if (at > recording.chunks) throw new Refusal('UPLOAD_INCOMPLETE');
    if (at === 0) await requireType(bytes, recording);
    if (!(await services.hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 60 } });
    const fileId = await newId(db);
    await storeChunk(services, { recordingId, fileId, bytes });
    const next = { ...nextDigests(recording, bytes), sha256State: await nextSha256(db, services, recording, bytes) };
    return { chunk: { at, fileId, sizeBytes: bytes.length, sha256, receivedAt: context.now }, next };
  },

  async change(
    { id, recordingId, at, sha256 }: InputOf<Calls['sendRecordingChunk']>,
    context: Notary,
    found: NextChunk | null,
  ): Promise<{ chunks: number; head: string }> {
    const { db, services, now } = context;
    // Lock order: the matter's row before the recording's.
    const isAnchored = (at + 1) % videoRoomLimits.headEvery === 0;
    const row = isAnchored ? await lockOfficeMatter(context, id) : await requireOfficeMatter(context, id);
    const recording = requireOf(await lockRecording(db, recordingId), id);
    if (at < recording.chunks) {
      const known = (await findChunks(db, recordingId))[at];
      if (found) await services.store.remove(folderOf(recordingId, found.chunk.fileId));
      if (known?.sha256 !== sha256) throw new Refusal('FILE_DIFFERS');
      return { chunks: recording.chunks, head: recording.head };
    }
    requireRunning(recording, row, now);
    // The pieces before `at` never change, so what `prepare` computed from them holds.
    if (!found || at > recording.chunks) throw new Refusal('UPLOAD_INCOMPLETE');
    const { head } = found.next;
    await addChunk(db, recordingId, { ...found.chunk, receivedAt: now }, found.next);
    if (isAnchored)
      await appendEntry(db, services.jobs, {
        matterId: id,
        no: row.no,
        actor: await notaryActor(context),
        event: 'recording-head',
        detail: { recordingId, chunks: at + 1, head },
        origin: originOf(context),
        now,
      });
    return { chunks: at + 1, head };
  },
};

/** Head of the chain, and CRC-32, of a recording with its next piece. */
export function nextDigests({ head, crc32: before }: Pick<RecordingRow, 'head' | 'crc32'>, bytes: Buffer) {
  const step = roomRecordingStep(Buffer.from(head, 'hex'), createHash('sha256').update(bytes).digest());
  return { head: sha256Hex(step), crc32: combineCrc32(before, crc32(bytes), bytes.length) };
}

/** @throws Refusal UPLOAD_TYPE */
async function requireType(bytes: Buffer, { mediaType }: RecordingRow): Promise<void> {
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  const isSame = found === mediaType || (mediaType === 'video/webm' && found === 'audio/webm');
  if (!isSame) throw new Refusal('UPLOAD_TYPE', { values: { types: [fileTypeName(mediaType)] } });
}
