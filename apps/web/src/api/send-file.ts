import type { Call, SentOf } from '@proofkeep/contract';
import type { z } from 'zod';
import { languageTag } from '../ui/words/language.ts';
import { ApiError } from './api-error.ts';
import { dataOf, linkTo } from './ask.ts';
import { profileOf } from './profiles.ts';

/**
 * Sends a file with its progress, which `fetch` doesn't report; the input goes into the URL. @param o.onSent called with the bytes of the request sent so far
 * @throws ApiError as `ask` does; the signal's reason if it was aborted
 */
export function sendFile<C extends Call>(
  call: C,
  input: SentOf<C>,
  file: File,
  { onSent, signal }: { onSent: (sentBytes: number) => void; signal: AbortSignal },
): Promise<z.output<C['reply']>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const profile = profileOf(call);
    request.open(call.method, linkTo(call, input));
    request.timeout = profile.timeoutMs;
    request.setRequestHeader('accept-language', languageTag());
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, file.size)));
    request.addEventListener('load', () => {
      const response = new Response(request.responseText, { status: request.status });
      dataOf(response, call).then((data) => resolve(data as z.output<C['reply']>), reject);
    });
    request.addEventListener('timeout', () => reject(new ApiError('TIMEOUT')));
    request.addEventListener('error', () => reject(new ApiError('UNREACHABLE')));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(profile.encode({ file }).body as FormData);
  });
}
