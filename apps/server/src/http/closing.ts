import { setMaxListeners } from 'node:events';
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kit/refusal.ts';

/**
 * Shuts down without interrupting calls in progress: stops listening, refuses new requests on open connections, ends
 * live streams and lets every other call finish. @param finishMs calls in progress may take this long to finish after
 * shutdown begins; then their connections are cut @returns aborted when shutdown begins
 */
export function closeGracefully(app: FastifyInstance, finishMs = 20_000): AbortSignal {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    closing.abort();
    cut = setTimeout(() => app.server.closeAllConnections(), finishMs);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
  app.addHook('onRequest', async () => {
    if (closing.signal.aborted) throw new Refusal('ENDING', { values: { seconds: 5 } });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing.signal.aborted) void reply.header('connection', 'close');
  });
  // Ends connections whose response headers were sent before shutdown began.
  app.addHook('onResponse', async ({ raw }) => {
    if (closing.signal.aborted) raw.socket.end();
  });
  return closing.signal;
}

/** Notifies a live stream's client that the service is shutting down, so that it reconnects. */
export function endWith(closing: AbortSignal, stream: Writable): void {
  const end = () => void stream.end('event: closing\ndata: {}\n\n');
  closing.addEventListener('abort', end, { once: true });
  stream.once('close', () => closing.removeEventListener('abort', end));
}
