import type { Call } from '@proofkeep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { codingFor, encode } from './encodings.ts';
import { hasHeaderToken, sessionCookieOf } from './request.ts';

/** A smaller reply fits into one packet with its headers. */
const leastBytes = 1_024;

/**
 * Whether answers of a call are ever compressed. Changes are left out: they are short, and some return a secret once. So
 * are files and streams.
 */
export const isCompressible = (call: Call): boolean => call.audit === undefined && call.produces === undefined;

/**
 * Compresses an answer by `Accept-Encoding`, unless another site may have caused the request: it could then add text to the
 * address and tell from the answer's length whether the text is in the answer, too (BREACH,
 * docs/decisions/0022-compression.md).
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < leastBytes) return payload;
  void reply.header('vary', 'accept-encoding');
  const coding = codingFor(request.headers['accept-encoding']);
  if (coding === 'identity' || mayBeCausedByOthers(request)) return payload;
  void reply.header('content-encoding', coding).removeHeader('content-length');
  return encode(Buffer.from(payload), coding, { isQuick: true });
}

/** The browser adds the session's cookie by itself, and doesn't say that the request comes from a page of this site. */
function mayBeCausedByOthers(request: FastifyRequest): boolean {
  const hasSession = request.cookies[sessionCookieOf(request).name] !== undefined && !hasHeaderToken(request);
  return hasSession && request.headers['sec-fetch-site'] !== 'same-origin';
}
