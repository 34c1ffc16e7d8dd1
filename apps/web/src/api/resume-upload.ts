import { calls, submittedFiles } from '@proofkeep/contract';
import type { DetailedError, PreviousUpload } from 'tus-js-client';
import { languageTag } from '../ui/words/language.ts';
import { ApiError, isApiError } from './api-error.ts';
import { dataOf } from './ask.ts';

/** Maximum size of a request, which a broken connection loses behind a proxy that buffers whole requests. */
const largestPieceBytes = 64 * 2 ** 20;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000];

interface Sending {
  /** Where uploads are created. */
  path: string;
  /** Upload to continue; absent for a new one. */
  id?: string | undefined;
  /** Metadata of the file for the service (`Upload-Metadata`). */
  metadata: Record<string, string>;
  /** Largest request; default: 64 MiB. */
  pieceBytes?: number;
  onBegun: (id: string) => void;
  onSent: (sentBytes: number) => void;
  /** Aborting keeps what was sent: selecting the same file again continues the upload. */
  signal: AbortSignal;
}

/**
 * Uploads a file by the tus protocol, in pieces that are resent when the connection breaks. The client library loads
 * with the first large file. @returns the upload's id. @throws ApiError as `ask` does; the signal's reason if it was
 * aborted
 */
export async function resumeUpload(file: File, o: Sending): Promise<string> {
  const { Upload } = await import('tus-js-client');
  o.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const idOf = () => upload.url?.split('/').at(-1) ?? '';
    const upload = new Upload(file, {
      endpoint: o.path,
      ...(o.id ? { uploadUrl: `${o.path}/${o.id}` } : {}),
      chunkSize: o.pieceBytes ?? largestPieceBytes,
      retryDelays,
      // The service lists what is open, so that it continues in another browser, too.
      storeFingerprintForResuming: false,
      urlStorage: noStorage,
      headers: { 'accept-language': languageTag() },
      metadata: o.metadata,
      onUploadUrlAvailable: () => o.onBegun(idOf()),
      onProgress: (sent) => o.onSent(sent),
      onSuccess: () => resolve(idOf()),
      onError: (error) => void apiErrorOf(error as DetailedError).then(reject),
    });
    o.signal.addEventListener('abort', () => {
      void upload.abort();
      reject(o.signal.reason);
    });
    upload.start();
  });
}

async function apiErrorOf({ originalResponse }: DetailedError): Promise<ApiError> {
  const status = originalResponse?.getStatus() ?? 0;
  if (!originalResponse || status === 0) return new ApiError('UNREACHABLE');
  const response = new Response(originalResponse.getBody(), { status });
  const error = await dataOf(response, calls.attestations.openUploads).catch((refused: unknown) => refused);
  return isApiError(error) ? error : new ApiError('INTERNAL');
}

const noStorage = {
  findAllUploads: async (): Promise<PreviousUpload[]> => [],
  findUploadsByFingerprint: async (): Promise<PreviousUpload[]> => [],
  removeUpload: async () => {},
  addUpload: async () => '',
};

/** Smaller files go in one request. */
export const isForResuming = ({ size }: File): boolean => size > smallBytes;
const smallBytes = Math.min(16 * 2 ** 20, submittedFiles.maxBytes);
