import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { sendRange } from '../http/range.ts';
import { grantIdOf } from './capability.ts';
import { refuse, type ServeOptions, sizeOf } from './serve-replays.ts';

/** Names of uploaded files in a bundle, whatever users called them (`features/attestations/files/submit.ts`). */
const fileName = /^\d{4}(\.[a-z0-9]{1,10})?$/;
const mark = '%PDF-';

/**
 * Serves a PDF of a bundle to the browser's own viewer, in a frame of the site. Not every viewer works in a sandbox; the file is
 * kept from the site by this origin, which is another site, and the answer is never anything but a PDF.
 */
export function servePdf(app: FastifyInstance, o: ServeOptions): void {
  app.route<{ Params: { capability: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pdf/:capability/files/:name',
    handler: async (request, reply) => {
      const { capability, name } = request.params;
      const grantId = grantIdOf(o.key, capability);
      const shown = grantId && (await o.findGrant(grantId));
      if (!shown || !fileName.test(name)) return refuse(reply, 403);
      const key = `${o.dataPlace(shown)}files/${name}`;
      const sizeBytes = await sizeOf(o.store, key);
      if (sizeBytes === undefined || sizeBytes < mark.length) return refuse(reply, 404);
      const head = await buffer(await o.store.read(key, { start: 0, end: mark.length - 1 }));
      if (head.toString('latin1') !== mark) return refuse(reply, 403);
      void reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', policyFor(o.siteOrigin));
      const etag = `"${shown.fence}-${name}-${sizeBytes}"`;
      return sendRange(request, reply, { sizeBytes, etag, read: (range) => o.store.read(key, range) });
    },
  });
}

/** The viewer is an embedded object with styles of its own. */
const policyFor = (siteOrigin: string): string =>
  `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors ${siteOrigin}`;
