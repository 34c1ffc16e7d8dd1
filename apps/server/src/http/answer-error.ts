import '@fastify/cookie';
import type { Envelope, Language, RefusalCode } from '@proofkeep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../kit/refusal.ts';
import { codeOf, outageOf, outages } from './outage.ts';
import { languageAsked, sessionCookieOf } from './request.ts';

/** Replies to a failed call. A browser that opened it as a page, such as a download, is redirected to `/exception`. */
export function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Envelope | FastifyReply {
  const envelope = answerError(error, request, reply);
  if (!isOpenedAsPage(request)) return envelope;
  const { errorCode = '', errorMessage = '', traceId } = envelope;
  return reply.redirect(`/exception?${new URLSearchParams({ errorCode, errorMessage, traceId })}`, 303);
}

/** Fetch Metadata (W3C) of a link or address that the user opened. */
const isOpenedAsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/** The only place that converts an error into a reply. */
export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): Envelope {
  const refusal = hasHungUp(request, error) ? new Refusal('INPUT_INVALID') : refusalOf(error);
  if (outages.has(refusal.code))
    request.log.error({ err: refusal.cause }, 'a call failed: database, store or disk space unavailable');
  else if (refusal.code === 'INTERNAL') request.log.error({ err: error }, 'a call failed');
  else if (refusal.cause) request.log.warn({ err: refusal }, 'a call failed because of an outside service');
  const { seconds } = refusal.values;
  if (seconds !== undefined) void reply.header('retry-after', String(seconds));
  const { name, path } = sessionCookieOf(request);
  if (refusal.code === 'SESSION_INVALID') void reply.clearCookie(name, { path });
  void reply.status(refusal.status).header('cache-control', 'no-store');
  return envelopeOf(refusal, { language: languageAsked(request), traceId: request.id });
}

/** A body that ends early is the client's error; the reply can't be delivered. */
const hasHungUp = ({ raw }: FastifyRequest, error: Error): boolean =>
  raw.destroyed && !raw.complete && ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error) ?? '');

export const envelopeOf = (refusal: Refusal, o: { language: Language; traceId: string }): Envelope => ({
  flag: false,
  data: null,
  statusCode: refusal.statusCode,
  errorCode: refusal.code,
  errorMessage: refusal.says(o.language),
  showType: refusal.show,
  ...(refusal.fields ? { fields: [...refusal.fields] } : {}),
  traceId: o.traceId,
});

/** Codes for what the framework and Node's parser reject, by HTTP status (RFC 9110 §15.5, RFC 6585 §5). */
const byStatus: Readonly<Record<number, RefusalCode>> = {
  408: 'REQUEST_TIMEOUT',
  413: 'TOO_LARGE',
  414: 'ADDRESS_TOO_LONG',
  415: 'MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
};

export function refusalOf(error: Error): Refusal {
  if (error instanceof Refusal) return error;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === undefined || statusCode >= 500) return outageOf(error) ?? new Refusal('INTERNAL');
  return new Refusal(byStatus[statusCode] ?? 'INPUT_INVALID');
}
