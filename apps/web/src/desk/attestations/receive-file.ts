import { calls, type ReceivedFile, uploadsPath } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { isForResuming, resumeUpload } from '../../api/resume-upload.ts';
import { sendFile } from '../../api/send-file.ts';
import { type FileDigests, hashFile } from '../../ui/tasks/hash-file.ts';

export interface ReceiveProgress {
  phase: 'hashing' | 'uploading' | 'finishing';
  doneBytes: number;
}

interface Receiving {
  name: string;
  /** An upload of this file to continue. */
  uploadId: string | null;
  onProgress: (progress: ReceiveProgress) => void;
  onDigests: (digests: FileDigests) => void;
  onBegun: (uploadId: string) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file and compares the service's digests with the browser's own. A large file is hashed while it is uploaded, and
 * can be continued later; a small one is sent in one request.
 * @throws ApiError, TaskError; the signal's reason
 */
export const receiveFile = (file: File, o: Receiving): Promise<ReceivedFile> =>
  isForResuming(file) ? receiveLarge(file, o) : receiveSmall(file, o);

/** Deletes an upload that its form no longer needs, complete or not. What can't be deleted expires. */
export async function dropUpload(id: string): Promise<void> {
  await ask(calls.attestations.removeUnusedFile, { id }).catch(() => {});
  await refresh('unusedFiles');
}

async function receiveSmall(file: File, { onProgress, onDigests, signal }: Receiving): Promise<ReceivedFile> {
  const onRead = (doneBytes: number) => onProgress({ phase: 'hashing', doneBytes });
  onDigests(await hashFile({ file, withSm3: true }, { onRead, signal }));
  // The caller may have abandoned it because of the digests.
  signal.throwIfAborted();
  const onSent = (doneBytes: number) => onProgress({ phase: 'uploading', doneBytes });
  return sendFile(calls.attestations.uploadFile, {}, file, { onSent, signal });
}

async function receiveLarge(file: File, o: Receiving): Promise<ReceivedFile> {
  const { name, uploadId, onProgress, onDigests, onBegun, signal } = o;
  // The failure of one ends the other.
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  let isSent = false;
  const onRead = (doneBytes: number) => isSent && onProgress({ phase: 'hashing', doneBytes });
  const onSent = (doneBytes: number) => onProgress({ phase: 'uploading', doneBytes });
  const hashing = hashFile({ file, withSm3: true }, { onRead, signal: both }).then((digests) => {
    onDigests(digests);
    signal.throwIfAborted();
    return digests;
  });
  const sending = resumeUpload(file, {
    path: uploadsPath,
    id: uploadId ?? undefined,
    metadata: { filename: name, modified: new Date(file.lastModified).toISOString() },
    onBegun,
    onSent,
    signal: both,
  });
  const sent = sending.then(() => {
    isSent = true;
  });
  try {
    const [digests, id] = await Promise.all([hashing, sending, sent]);
    return await finish(id, digests, { onProgress, signal });
  } catch (error) {
    ending.abort(error);
    throw error;
  }
}

/** Polls until the service has hashed the file, too; each answer takes up to ten seconds. */
async function finish(
  id: string,
  { sha256, sm3 }: FileDigests,
  { onProgress, signal }: Pick<Receiving, 'onProgress' | 'signal'>,
): Promise<ReceivedFile> {
  for (;;) {
    const input = { id, sha256, ...(sm3 && { sm3 }) };
    const { file, digestedBytes } = await ask(calls.attestations.finishUpload, input, { signal });
    if (file) return file;
    onProgress({ phase: 'finishing', doneBytes: digestedBytes });
  }
}
