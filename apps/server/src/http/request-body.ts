import type { IncomingMessage } from 'node:http';
import { ERRORS } from '@tus/server';

/** Bytes that wait to be written; beyond them the client waits. */
const waitingBytes = 2 ** 20;

/**
 * Yields the body of a request, up to its end or about 1 MiB at a time, without a stream in between: each hop costs a
 * second of processor time per few gigabytes. Ends early, keeping what arrived, if the connection breaks or `signal`
 * aborts. The request stays open for its answer.
 * @throws ERRORS.ERR_MAX_SIZE_EXCEEDED before the chunk that exceeds `maxBytes`
 */
export async function* readBody(
  request: IncomingMessage,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let isOver = request.readableEnded || request.destroyed || signal.aborted;
  let next = Promise.withResolvers<void>();
  const take = (chunk: Uint8Array) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size < waitingBytes && !isOver) return;
    request.pause();
    next.resolve();
  };
  const end = () => {
    isOver = true;
    next.resolve();
  };
  const endings = ['end', 'close', 'error'] as const;
  for (const ending of endings) request.on(ending, end);
  signal.addEventListener('abort', end, { once: true });
  request.on('data', take);
  try {
    for (let total = 0; ; ) {
      if (!isOver) await next.promise;
      const chunks = waiting;
      waiting = [];
      size = 0;
      next = Promise.withResolvers();
      // Reads on while the caller writes these.
      if (!isOver) request.resume();
      for (const chunk of chunks) {
        total += chunk.length;
        if (total > maxBytes) throw ERRORS.ERR_MAX_SIZE_EXCEEDED;
        yield chunk;
      }
      if (isOver && waiting.length === 0) return;
    }
  } finally {
    request.off('data', take);
    for (const ending of endings) request.off(ending, end);
    signal.removeEventListener('abort', end);
    // Node doesn't discard the rest of a body that was read in part, so the connection's next request would never be read.
    request.resume();
  }
}
