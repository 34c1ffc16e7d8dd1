import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-format.ts';
import type { Source } from './zip-reader.ts';

/** A part of a virtual ZIP, read from its original place. */
export interface PlacedPart {
  name: string;
  size: number;
  crc32: number;
  content: Source;
}

/** Presents parts, in the given order, as a canonical ZIP whose bytes are assembled on demand. */
export function zipSource(parts: readonly PlacedPart[]): Source {
  const pieces: { at: number; content: Source }[] = [];
  let at = 0;
  const add = (content: Source) => {
    pieces.push({ at, content });
    at += content.size;
  };
  const entries = parts.map(({ name, size, crc32, content }): ZipEntry => {
    const entry = { name, size, crc32, offset: at };
    add(inMemory(localHeader(entry)));
    add(content);
    return entry;
  });
  const directoryAt = at;
  for (const entry of entries) add(inMemory(centralHeader(entry)));
  add(inMemory(endRecords(entries.length, at - directoryAt, directoryAt)));
  return {
    size: at,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      const end = offset + length;
      for (const piece of pieces.slice(firstAt(pieces, offset))) {
        if (piece.at >= end) break;
        const from = Math.max(offset, piece.at);
        const to = Math.min(end, piece.at + piece.content.size);
        if (to > from) bytes.set(await piece.content.read(from - piece.at, to - from), from - offset);
      }
      return bytes;
    },
  };
}

/** Returns the index of the last piece that starts at or before an offset. */
function firstAt(pieces: readonly { at: number }[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const inMemory = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});
