import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves the published log (C2SP tlog-tiles §Parameters). The checkpoint changes; full tiles never do. */
export async function serveLog(app: FastifyInstance, folder: string): Promise<void> {
  // The folder is missing before the first entry.
  await mkdir(folder, { recursive: true });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/tlog/',
    decorateReply: false,
    index: false,
    setHeaders: (reply, path) => {
      const isCheckpoint = path.endsWith('/checkpoint');
      void reply.header('content-type', isCheckpoint ? 'text/plain; charset=utf-8' : 'application/octet-stream');
      void reply.header('cache-control', isCheckpoint ? 'no-cache' : 'public, max-age=31536000, immutable');
      void reply.header('access-control-allow-origin', '*');
    },
  });
}
