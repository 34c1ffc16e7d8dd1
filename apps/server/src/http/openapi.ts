import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { openApi } from '@proofkeep/contract';
import type { FastifyInstance } from 'fastify';

type Coding = 'br' | 'gzip' | 'identity';
type EncodedDocument = Record<Coding, { etag: string; body: Buffer }>;

/** Serves the OpenAPI document, generated at the first request and cached. */
export function serveOpenApi(app: FastifyInstance, o: { url: string; version: string }): void {
  let document: Promise<EncodedDocument> | undefined;
  app.get('/openapi.json', async ({ headers }, reply) => {
    const coding = codingFor(headers['accept-encoding'] ?? '');
    const { etag, body } = (await (document ??= encodeDocument(o)))[coding];
    void reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'no-cache');
    if (isKnown(headers['if-none-match'], etag)) return reply.status(304).send();
    if (coding !== 'identity') void reply.header('content-encoding', coding);
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

async function encodeDocument(o: { url: string; version: string }): Promise<EncodedDocument> {
  const identity = Buffer.from(JSON.stringify(openApi(o)));
  const bodies = { identity, br: await promisify(brotliCompress)(identity), gzip: await promisify(gzip)(identity) };
  const digest = createHash('sha256').update(identity).digest('base64url');
  // Each content coding needs an ETag of its own (RFC 9110 §8.8.3.3).
  const one = (coding: Coding) => ({ etag: `"${digest}-${coding}"`, body: bodies[coding] });
  return { br: one('br'), gzip: one('gzip'), identity: one('identity') };
}

/** Picks the smallest accepted coding (RFC 9110 §12.5.3), ignoring weights other than 0. */
function codingFor(accepted: string): Coding {
  const taken = accepted.split(',').flatMap((item) => {
    const [name = '', weight = ''] = item.split(';').map((part) => part.trim().toLowerCase());
    return /^q=0(\.0*)?$/.test(weight) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
}

/** Weak comparison, RFC 9110 §13.1.2. */
const isKnown = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
