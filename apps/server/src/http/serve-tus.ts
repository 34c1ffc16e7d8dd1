import type { IncomingMessage } from 'node:http';
import type { Call, Limit } from '@proofkeep/contract';
import { type CancellationContext, ERRORS, Server, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../kit/refusal.ts';
import type { UploadLocks } from '../kit/upload-locks.ts';
import { envelopeOf, refusalOf } from './answer-error.ts';
import type { Limiter } from './limits.ts';
import { isForeign, languageAsked } from './request.ts';
import { readBody } from './request-body.ts';
import type { TusRows } from './tus-rows.ts';

/** Metadata that a client sends when it creates an upload. */
export interface NewUpload {
  id: string;
  /** Absent if the client doesn't say, which is refused. */
  size?: number | undefined;
  /** `Upload-Metadata`. */
  metadata?: object | undefined;
}

export interface TusEndpoint<Caller> {
  path: Call['path'];
  data: TusRows;
  locks: UploadLocks;
  publicUrl: string;
  isSecure: boolean;
  limiter: Limiter;
  /** Uploads that one login may begin. */
  limits: readonly Limit[];
  /** @throws Refusal if the session or its rights don't allow uploads here */
  callerOf(request: FastifyRequest): Promise<Caller>;
  /** Key of the limits. */
  loginOf(caller: Caller): string;
  newId(): Promise<string>;
  /** @throws Refusal; then nothing of the upload is kept */
  begin(caller: Caller, upload: NewUpload): Promise<void>;
  isOwn(caller: Caller, id: string): Promise<boolean>;
}

/**
 * Serves resumable uploads by the tus protocol 1.0 with its extensions creation, expiration and termination. Requests
 * pass the same checks as any call: the origin, the session and its rights are checked before the protocol begins.
 * Another caller's upload is not found.
 */
export async function serveTus<Caller>(app: FastifyInstance, o: TusEndpoint<Caller>): Promise<void> {
  const callers = new WeakMap<object, { caller: Caller; request: FastifyRequest }>();
  const askedBy = (request: { runtime?: unknown }) => {
    const asked = callers.get(rawOf(request));
    if (!asked) throw new Refusal('SESSION_INVALID');
    return asked;
  };
  const tus = new Server({
    path: o.path,
    relativeLocation: true,
    // Only pages of this origin get here, so they need no CORS headers.
    allowedOrigins: [o.publicUrl],
    datastore: o.data,
    locker: o.locks,
    namingFunction: () => o.newId(),
    async onUploadCreate(request, { id, size, metadata }) {
      await o.begin(askedBy(request).caller, { id, size, metadata });
      return {};
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      if (!isUuid(id) || !(await o.isOwn(askedBy(request).caller, id))) throw new Refusal('UPLOAD_GONE');
      // `writeToStore` below takes the request itself.
      if (request.method === 'PATCH') Object.defineProperty(request, 'body', { value: rawOf(request) });
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

  // The library passes a body through three streams, which takes more of the event loop than all else.
  Object.assign(tus.handlers.PATCH, {
    writeToStore: (
      body: IncomingMessage,
      { id, offset }: Upload,
      maxBytes: number,
      { signal }: CancellationContext,
    ) => {
      if (signal.aborted) throw ERRORS.ABORTED;
      return o.data.write(readBody(body, { maxBytes, signal }), id, offset);
    },
  });

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isForeign(request, o.isSecure)) throw new Refusal('FOREIGN_ORIGIN');
    const caller = await o.callerOf(request);
    if (request.method === 'POST')
      await o.limiter.count({ path: o.path, limits: o.limits }, { address: request.ip, login: o.loginOf(caller) });
    callers.set(request.raw, { caller, request });
    reply.hijack();
    await tus.handle(request.raw, reply.raw);
  };
  await app.register(async (uploads) => {
    // The protocol reads the body itself.
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null));
    uploads.route({ method: ['POST', 'OPTIONS'], url: o.path, handler: handle });
    uploads.route({ method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url: `${o.path}/:id`, handler: handle });
  });
}

const rawOf = ({ runtime }: { runtime?: unknown }): IncomingMessage =>
  (runtime as { node: { req: IncomingMessage } }).node.req;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
