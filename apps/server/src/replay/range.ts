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
