import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Crls } from '@proofkeep/seal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networksOf } from './networks.ts';

/** Other files in the folder are never served. */
const published = { 'anchors.json': 'application/json; charset=utf-8', 'root.pem': 'application/x-pem-file' } as const;

/** Anyone may request the lists, and each read takes a query that includes every revoked certificate. */
const listsMs = 1_000;

const crlPath = '/trust/ca.crl';

/**
 * Address of the issuing authority's list, for certificates. Always plain HTTP, which the proxy has to pass on: a list is signed,
 * and fetching it must not need another certificate check (RFC 5280 §8); `openssl` refuses HTTPS there.
 */
export function crlUrlOf(publicUrl: string): string {
  const url = new URL(crlPath, publicUrl);
  // The port of HTTPS doesn't speak HTTP.
  if (url.protocol === 'https:') url.port = '';
  url.protocol = 'http:';
  return url.href;
}

/** Requests for these files from one network in a minute; each server counts on its own, as counting costs more than answering. */
export const trustRequests = 300;

function limitRequests(): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  const limiter = new RateLimiterMemory({ points: trustRequests, duration: 60 });
  return async (request, reply) => {
    try {
      await limiter.consume(networksOf(request.ip)[0]);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // RFC 6585 §4.
      return reply
        .code(429)
        .header('retry-after', Math.max(1, Math.ceil(error.msBeforeNext / 1_000)))
        .send();
    }
  };
}

/** Shares the lists of the last second among requests; a failure is not kept. */
function shareLists(lists: () => Promise<Crls>): () => Promise<Crls> {
  let kept: { lists: Promise<Crls>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (kept && now < kept.until) return kept.lists;
    const read = lists();
    const current = { lists: read, until: now + listsMs };
    kept = current;
    read.catch(() => {
      if (kept === current) kept = undefined;
    });
    return read;
  };
}

/**
 * Serves this installation's trust anchors and the current revocation lists of its authority, for the verifying page and for people
 * who verify by hand.
 */
export function serveTrust(app: FastifyInstance, folder: string, lists: () => Promise<Crls>): void {
  const sharedLists = shareLists(lists);
  const onRequest = limitRequests();
  for (const [path, member] of [
    [crlPath, 'issuing'],
    ['/trust/root.crl', 'root'],
  ] as const)
    app.get(path, { onRequest }, async (_request, reply) =>
      reply
        // RFC 5280 §4.2.1.13.
        .header('content-type', 'application/pkix-crl')
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(Buffer.from((await sharedLists())[member])),
    );
  for (const [name, type] of Object.entries(published))
    app.get(`/trust/${name}`, { onRequest }, async (_request, reply) =>
      reply
        .header('content-type', type)
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(await readFile(join(folder, name))),
    );
}
