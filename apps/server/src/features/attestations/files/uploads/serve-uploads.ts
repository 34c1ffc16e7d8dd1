import { uploadsPath } from '@proofkeep/contract';
import { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../../../database/ids.ts';
import { envelopeOf, refusalOf } from '../../../../http/answer-error.ts';
import type { Caller } from '../../../../http/caller.ts';
import type { MountOptions } from '../../../../http/mount.ts';
import { may } from '../../../../http/policy.ts';
import { isForeign, languageAsked, tokenOf } from '../../../../http/request.ts';
import { findCaller } from '../../../../http/sessions.ts';
import { Refusal } from '../../../../kit/refusal.ts';
import { findUpload } from '../upload-store.ts';
import { beginUpload } from './begin.ts';
import { TusData } from './tus-data.ts';

type Options = Pick<MountOptions, 'database' | 'services' | 'limiter' | 'isSecure' | 'clock' | 'observeTime'>;

/** Uploads that one login may begin. */
const limits = [{ per: 'login', times: 2_000, seconds: 3_600 }] as const;

/**
 * Serves resumable uploads by the tus protocol 1.0 with its extensions creation, expiration and termination. Users come here as
 * to any call: the session, its rights and the origin are checked before the protocol begins. Another person's upload is not
 * found.
 */
export async function serveUploads(app: FastifyInstance, o: Options): Promise<void> {
  const { database, services, clock } = o;
  const { store, hasSpace, uploadLocks: locks } = services;
  const callers = new WeakMap<object, { caller: Caller; request: FastifyRequest }>();
  const askedBy = (request: { runtime?: unknown }) => {
    const { node } = request.runtime as { node: { req: object } };
    const asked = callers.get(node.req);
    if (!asked) throw new Refusal('SESSION_INVALID');
    return asked;
  };
  const tus = new Server({
    path: uploadsPath,
    relativeLocation: true,
    // Only pages of this origin get here, and they need no CORS headers.
    allowedOrigins: [services.publicUrl],
    datastore: new TusData({ database, store, locks, hasSpace, clock }),
    locker: locks,
    namingFunction: () => newId(database.pool),
    async onUploadCreate(request, { id, size, metadata }) {
      const { caller } = askedBy(request);
      await beginUpload({ db: database.pool, caller, now: clock(), store, hasSpace }, { id, size, metadata });
      return {};
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const upload = isUuid(id) ? await findUpload(database.pool, id) : undefined;
      const { accountId, personId } = askedBy(request).caller;
      if (upload?.personId !== personId || upload.accountId !== accountId) throw new Refusal('UPLOAD_GONE');
    },
    onResponseError(request, error) {
      // The protocol's own errors have a sentence for developers.
      if ('status_code' in error && 'body' in error) return undefined;
      const refusal = refusalOf(error as Error);
      const { request: asked } = askedBy(request);
      if (refusal.code === 'INTERNAL') asked.log.error({ err: error }, 'an upload failed');
      const body = JSON.stringify(envelopeOf(refusal, { language: languageAsked(asked), traceId: asked.id }));
      // tus clients start a new upload after a 404.
      return { status_code: refusal.code === 'UPLOAD_GONE' ? 404 : refusal.status, body };
    },
  });

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(request, o);
    if (request.method === 'POST')
      await o.limiter.count({ path: uploadsPath, limits }, { address: request.ip, login: caller.loginId });
    callers.set(request.raw, { caller, request });
    reply.hijack();
    await tus.handle(request.raw, reply.raw);
  };
  await app.register(async (uploads) => {
    // The protocol reads the body itself.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null));
    uploads.route({ method: ['POST', 'OPTIONS'], url: uploadsPath, handler: handle });
    uploads.route({ method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url: `${uploadsPath}/:id`, handler: handle });
  });
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** @throws Refusal FOREIGN_ORIGIN, SESSION_INVALID, PASSWORD_FIRST, NOT_ALLOWED */
async function callerOf(request: FastifyRequest, o: Options): Promise<Caller> {
  const now = o.clock();
  if (isForeign(request, o.isSecure)) throw new Refusal('FOREIGN_ORIGIN');
  await o.observeTime(now);
  const token = tokenOf(request);
  const caller = token === null ? null : await findCaller(o.database.pool, token, now);
  if (!caller) throw new Refusal('SESSION_INVALID');
  if (caller.mustChoosePassword) throw new Refusal('PASSWORD_FIRST');
  if (!may(caller, 'preserve')) throw new Refusal('NOT_ALLOWED');
  return caller;
}
