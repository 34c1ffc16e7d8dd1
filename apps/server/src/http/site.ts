import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built site. Files under `/assets/` have their digest in their name and never change; every other path that
 * a browser opens as a page gets the single page, which shows a 404 itself.
 * @returns answers such a path; undefined if the site was not built
 */
export async function serveSite(
  app: FastifyInstance,
): Promise<((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined> {
  if (!existsSync(`${built}index.html`)) return undefined;
  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    setHeaders: (reply, path) => {
      const isNamedByDigest = path.startsWith(`${built}assets/`);
      void reply.header('cache-control', isNamedByDigest ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return ({ method, headers }, reply) => {
    const isPage = method === 'GET' && headers.accept?.includes('text/html');
    return isPage ? reply.header('cache-control', 'no-cache').sendFile('index.html') : undefined;
  };
}
