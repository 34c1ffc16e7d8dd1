import { roomRecordingStep, toHex } from '@proofkeep/bundle';
import { calls, type SentOf } from '@proofkeep/contract';
import { ApiError, isApiError } from '../../api/api-error.ts';
import { ask, dataOf, linkTo } from '../../api/ask.ts';
import {
  dropChunk,
  dropChunks,
  findChunk,
  forgetRecording,
  type KeptRecording,
  keptRecordings,
} from './kept-chunks.ts';

const { consoleVideoRooms } = calls;

export const sha256Of = async (bytes: BufferSource): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** Head of the hash chain over all pieces in this browser (docs/formats/matter.md). */
async function headOf({ startHead, digests }: KeptRecording): Promise<string> {
  let head = startHead;
  for (const digest of digests) head = await sha256Of(roomRecordingStep(bytesOf(head), bytesOf(digest)).slice());
  return head;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const longestWaitMs = 15_000;

/** Retries until the service answers or the signal is aborted. @throws ApiError for a refusal */
async function untilAnswered<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    try {
      return await act();
    } catch (error) {
      if (signal.aborted || !isApiError(error, 'UNREACHABLE', 'TIMEOUT', 'INTERNAL', 'TOO_MANY', 'STORAGE_FULL'))
        throw error;
      await wait(Math.min(longestWaitMs, 1_000 * 2 ** tries));
    }
  }
}

type ChunkInput = SentOf<typeof consoleVideoRooms.sendRecordingChunk>;

/** @throws ApiError as `ask` does */
async function put(input: ChunkInput, content: Blob, signal: AbortSignal): Promise<void> {
  const call = consoleVideoRooms.sendRecordingChunk;
  const body = new FormData();
  body.append('file', content, 'chunk');
  const response = await fetch(linkTo(call, input), { method: call.method, body, signal }).catch(() => {
    throw new ApiError('UNREACHABLE');
  });
  await dataOf(response, call);
}

/** Sends one piece and deletes the local copy once the service has it. */
export async function sendChunk(recording: KeptRecording, at: number, signal: AbortSignal): Promise<void> {
  const { id: recordingId, matterId: id, digests } = recording;
  const kept = await findChunk(recordingId, at);
  if (!kept) return;
  const input = { id, recordingId, at, sha256: digests[at] ?? '' };
  await untilAnswered(() => put(input, kept.content, signal), signal);
  await dropChunk(recordingId, at);
}

/** Finishes a recording whose pieces have all been sent. */
export async function finishSent(recording: KeptRecording, signal: AbortSignal): Promise<void> {
  const { id: recordingId, matterId: id, digests } = recording;
  const head = await headOf(recording);
  const input = { id, recordingId, chunks: digests.length, head };
  await untilAnswered(() => ask(consoleVideoRooms.finishRecording, input), signal);
  await forgetRecording(recordingId);
}

/**
 * Only the window that holds this lock sends the pieces of a recording; the recording window takes it before the first
 * piece.
 */
export const lockOf = (recordingId: string): string => `proofkeep-recording ${recordingId}`;

/** Whether the service accepts no more pieces of the recording. */
export const isClosed = (error: unknown): boolean => isApiError(error, 'RECORDING_CLOSED', 'NOT_FOUND');

/** Deletes the local copy of a recording whose pieces the service no longer accepts. */
export async function forgetClosed(recordingId: string): Promise<void> {
  await dropChunks(recordingId);
  await forgetRecording(recordingId);
}

/**
 * Sends the remaining pieces of a recording whose window was closed or offline. Waits while another window records or
 * sends it.
 * @returns whether there was anything to send
 * @throws ApiError if the service refuses a piece
 */
export function sendLeft(recordingId: string, signal: AbortSignal): Promise<boolean> {
  return navigator.locks.request(lockOf(recordingId), { signal }, async () => {
    const left = (await keptRecordings()).find(({ id }) => id === recordingId);
    if (!left) return false;
    try {
      for (const at of left.digests.keys()) await sendChunk(left, at, signal);
      await finishSent(left, signal);
    } catch (error) {
      if (!isClosed(error)) throw error;
      await forgetClosed(recordingId);
    }
    return true;
  });
}
