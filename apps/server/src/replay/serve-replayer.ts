import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { inertPolicy } from './policy.ts';
import replayer from './replayer.json' with { type: 'json' };

/** Public path of the replayer's own files; they hold no evidence. */
export const replayerPath = `/replayer/${replayer.version}/`;

/** Serves the replayer's published files, which replay pages load. */
export async function serveReplayer(app: FastifyInstance, folder: string): Promise<void> {
  // By itself it must not become a service worker: a captured page could bypass its guard (guard.ts). Service Workers
  // §8.2: the header is on every request for a service worker's own script, and on no other.
  app.addHook('onRequest', async (request, reply) => {
    const isServiceWorker = request.headers['service-worker'] !== undefined;
    if (isServiceWorker && request.url.startsWith(replayerPath)) return reply.code(403).send();
  });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: replayerPath,
    index: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', 'public, max-age=31536000, immutable');
      void reply.header('content-security-policy', inertPolicy);
      if (path.endsWith('LICENSE')) void reply.header('content-type', 'text/plain; charset=utf-8');
    },
  });
}
