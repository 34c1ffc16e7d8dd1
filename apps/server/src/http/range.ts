import type { Bytes } from '@proofkeep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '../store/store.ts';

/** The answer to a range request: the whole file, a part, or 416. */
export type Wanted = { status: 200 } | { status: 206; range: ByteRange } | { status: 416 };

/**
 * Evaluates a range request (RFC 9110 §14). Several ranges, other units and malformed ones get the whole file, as §14.2
 * allows; so does a range of another version (§13.1.5).
 */
export function wantedOf(header: string | undefined, ifRange: string | undefined, etag: string, size: number): Wanted {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '') || (ifRange !== undefined && ifRange !== etag)) return { status: 200 };
  const range = first === '' ? suffix(Number(last), size) : { start: Number(first), end: Number(last || size) };
  if (first !== '' && last !== '' && range.end < range.start) return { status: 200 };
  if (range.start >= size || range.end < range.start) return { status: 416 };
  return { status: 206, range: { start: range.start, end: Math.min(range.end, size - 1) } };
}

const suffix = (length: number, size: number): ByteRange => ({
  start: Math.max(size - length, 0),
  end: length === 0 ? -1 : size - 1,
});

/** Answers with the whole content, a part of it, or 416. */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { sizeBytes, etag, read }: NonNullable<Bytes['ranged']>,
) {
  void reply.header('accept-ranges', 'bytes').header('etag', etag);
  // RFC 9110 §14.2: Range is ignored for methods other than GET.
  const { range: header, 'if-range': ifRange } = request.headers;
  const wanted = wantedOf(
    request.method === 'GET' ? header : undefined,
    ifRange as string | undefined,
    etag,
    sizeBytes,
  );
  if (wanted.status === 416) return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send();
  const { start, end } = wanted.status === 206 ? wanted.range : { start: 0, end: sizeBytes - 1 };
  if (wanted.status === 206) void reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  void reply.header('content-length', end - start + 1);
  return request.method === 'HEAD' || sizeBytes === 0 ? reply.send() : reply.send(await read({ start, end }));
}
