import { calls, type PartyMatter, partyUploadsPath } from '@proofkeep/contract';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { resumeUpload } from '../../api/resume-upload.ts';
import { hashFile } from '../../ui/tasks/hash-file.ts';
import type { KeptRecording } from './kept-recording.ts';

/** Five seconds on slow 3G, the most that a broken connection costs. */
const pieceBytes = 2 ** 18;

interface Sending {
  nid: string;
  recording: KeptRecording;
  onBegun: (uploadId: string) => void;
  onSent: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Announces a recording by its digest, or continues its upload, and finishes the step. @throws ApiError; the signal's
 * reason
 */
export async function sendRecording({ nid, recording, onBegun, onSent, signal }: Sending): Promise<PartyMatter> {
  const { file, challengeId, isLive, uploadId } = recording;
  const { sha256 } = await hashFile({ file, withSm3: false }, { onRead: () => {}, signal });
  const id = await resumeUpload(file, {
    path: partyUploadsPath,
    id: uploadId ?? undefined,
    metadata: { challenge: challengeId, sha256 },
    pieceBytes,
    onBegun,
    onSent,
    signal,
  });
  return ask(calls.phoneSigning.finishVideo, { nid, challengeId, uploadId: id, isLive });
}

/** Whether the service refuses this recording for good, so that only a new one helps. */
export const isRefusedForGood = (error: unknown): boolean =>
  isApiError(error, 'DIGITS_OVER', 'UPLOAD_TYPE', 'UPLOAD_BROKEN', 'TOO_LARGE', 'FILE_DIFFERS');
