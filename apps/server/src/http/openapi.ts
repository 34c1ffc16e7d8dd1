import { type Language, openApi } from '@proofkeep/contract';
import type { FastifyInstance } from 'fastify';
import { type Coding, codingFor, encode, etagOf, isKnown } from './encodings.ts';
import { languageAsked } from './request.ts';

type EncodedDocument = Record<Coding, { etag: string; body: Buffer }>;

/** Serves the OpenAPI document, generated at the first request in a language and cached. */
export function serveOpenApi(app: FastifyInstance, o: { url: string; version: string }): void {
  const documents: Partial<Record<Language, Promise<EncodedDocument>>> = {};
  app.get('/openapi.json', async (request, reply) => {
    const { headers } = request;
    const coding = codingFor(headers['accept-encoding']);
    const language = languageAsked(request);
    const { etag, body } = (await (documents[language] ??= encodeDocument({ ...o, language })))[coding];
    void reply
      .header('etag', etag)
      .header('vary', 'accept-encoding, accept-language, cookie')
      .header('cache-control', 'no-cache')
      .header('content-language', language);
    if (isKnown(headers['if-none-match'], etag)) return reply.status(304).send();
    if (coding !== 'identity') void reply.header('content-encoding', coding);
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

async function encodeDocument(o: { url: string; version: string; language: Language }): Promise<EncodedDocument> {
  const identity = Buffer.from(JSON.stringify(openApi(o)));
  const one = async (coding: Coding) => ({
    etag: etagOf(identity, coding),
    body: await encode(identity, coding, { isQuick: false }),
  });
  return { br: await one('br'), gzip: await one('gzip'), identity: await one('identity') };
}
