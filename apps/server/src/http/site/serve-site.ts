import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codingFor, encode, etagOf, isKnown } from '../encodings.ts';
import { languageAsked } from '../request.ts';
import { readPages, type SitePages } from './pages.ts';

const built = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/**
 * Handles a path that a browser opens as a page; returns undefined if the request asks for something else. Not a
 * promise: a reply is a thenable without a value, so awaiting it would give undefined after the reply was sent.
 */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;

/**
 * Serves the built site. Files under `/assets/` have their digest in their name and never change; the build has compressed
 * them. Every other path that a browser opens as a page gets the document, in the reader's language and with the title of
 * the page; with status 404 if the site has no such page.
 * @param o.folder of the build, with a slash at its end
 * @returns undefined if the site was not built
 */
export async function serveSite(
  app: FastifyInstance,
  { publicUrl, folder = built }: { publicUrl: string; folder?: string },
): Promise<AnswerPage | undefined> {
  if (!existsSync(`${folder}index.html`)) return undefined;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // `preCompressed` finds the compressed copies; the document is answered below.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html'],
    setHeaders: (reply, path) => {
      const isNamedByDigest = path.startsWith(`${folder}assets/`);
      void reply.header('cache-control', isNamedByDigest ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const pages = readPages(folder, publicUrl);
  return (request, reply) => {
    const { method, headers } = request;
    const isPage = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html');
    return isPage ? sendPage(pages, request, reply) : undefined;
  };
}

async function sendPage(pages: SitePages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?');
  const body = Buffer.from(pages.render(path, languageAsked(request)));
  const coding = codingFor(request.headers['accept-encoding']);
  const etag = etagOf(body, coding);
  void reply
    .status(pages.has(path) ? 200 : 404)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('etag', etag);
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return reply.type('text/html; charset=utf-8').send(await encode(body, coding, { isQuick: true }));
}
