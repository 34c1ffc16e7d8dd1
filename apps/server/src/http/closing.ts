import { setMaxListeners } from 'node:events';
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../kit/refusal.ts';

/** How long calls under way may take to end once the service is asked to. */
const finishMs = 20_000;

/**
 * Has the service end without cutting off what took effect: it stops listening, refuses what still comes over connections that
 * are open, ends live streams, and lets every other call finish. @returns aborted when the service begins to end
 */
export function closeGracefully(app: FastifyInstance): AbortSignal {
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
  // Those whose head was sent before.
  app.addHook('onResponse', async ({ raw }) => {
    if (closing.signal.aborted) raw.socket.end();
  });
  return closing.signal;
}

/** Tells a live stream's client that the service is shutting down, so that it reconnects. */
export function endWith(closing: AbortSignal, stream: Writable): void {
  const end = () => void stream.end('event: closing\ndata: {}\n\n');
  closing.addEventListener('abort', end, { once: true });
  stream.once('close', () => closing.removeEventListener('abort', end));
}
