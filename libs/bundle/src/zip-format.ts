/**
 * One entry of a canonical ZIP (APPNOTE.TXT 6.3.10; `docs/formats/bundle.md`): entries stored, names in UTF-8, fixed times,
 * no descriptors, comments or extra fields but ZIP64's where needed, no gaps, directory in entry order. Writer and reader
 * share these encoders: the reader compares headers with their output byte for byte.
 */
export interface ZipEntry {
  name: string;
  size: number;
  crc32: number;
  /** Offset of the local header from the start of the file. */
  offset: number;
}

const limit32 = 0xffffffff;
const utf8Names = 0x0800;
/** 1980-01-01 00:00:00, the zero of MS-DOS time. */
const dosDate = 0x0021;
/** A regular file, rw-r--r--, made by UNIX. */
const externalAttributes = 0o100644 * 0x10000;
const encoder = new TextEncoder();

/** Encodes the local file header (APPNOTE.TXT §4.3.7); from 2^32 − 1 bytes on, the size is in a ZIP64 field (§4.5.3). */
export function localHeader(entry: ZipEntry): Uint8Array {
  const name = encoder.encode(entry.name);
  const large = entry.size >= limit32;
  const extra = large ? zip64Extra([entry.size, entry.size]) : new Uint8Array(0);
  const header = fields([
    [4, 0x04034b50],
    [2, large ? 45 : 20],
    [2, utf8Names],
    [2, 0],
    [2, 0],
    [2, dosDate],
    [4, entry.crc32],
    [4, large ? limit32 : entry.size],
    [4, large ? limit32 : entry.size],
    [2, name.length],
    [2, extra.length],
  ]);
  return concat(header, name, extra);
}

/** Encodes the central directory header (APPNOTE.TXT §4.3.12); size and offset from 2^32 − 1 on are in a ZIP64 field. */
export function centralHeader(entry: ZipEntry): Uint8Array {
  const name = encoder.encode(entry.name);
  const largeSize = entry.size >= limit32;
  const largeOffset = entry.offset >= limit32;
  const numbers = [...(largeSize ? [entry.size, entry.size] : []), ...(largeOffset ? [entry.offset] : [])];
  const extra = numbers.length > 0 ? zip64Extra(numbers) : new Uint8Array(0);
  const version = numbers.length > 0 ? 45 : 20;
  const header = fields([
    [4, 0x02014b50],
    [2, 0x0300 | version],
    [2, version],
    [2, utf8Names],
    [2, 0],
    [2, 0],
    [2, dosDate],
    [4, entry.crc32],
    [4, largeSize ? limit32 : entry.size],
    [4, largeSize ? limit32 : entry.size],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, externalAttributes],
    [4, largeOffset ? limit32 : entry.offset],
  ]);
  return concat(header, name, extra);
}

/** Encodes the end of central directory, preceded by ZIP64 records where a number does not fit. */
export function endRecords(count: number, directorySize: number, directoryOffset: number): Uint8Array {
  const large = count >= 0xffff || directorySize >= limit32 || directoryOffset >= limit32;
  const zip64 = large
    ? fields([
        [4, 0x06064b50],
        [8, 44],
        [2, 0x0300 | 45],
        [2, 45],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, directorySize],
        [8, directoryOffset],
        [4, 0x07064b50],
        [4, 0],
        [8, directoryOffset + directorySize],
        [4, 1],
      ])
    : new Uint8Array(0);
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, Math.min(directorySize, limit32)],
    [4, Math.min(directoryOffset, limit32)],
    [2, 0],
  ]);
  return concat(zip64, end);
}

/** Offset of the entry's content from the start of the file. */
export const dataOffset = (entry: ZipEntry): number => entry.offset + localHeader(entry).length;

/** Copies the parts, in order, to one new array. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function zip64Extra(numbers: number[]): Uint8Array {
  return fields([[2, 1], [2, numbers.length * 8], ...numbers.map((number): Field => [8, number])]);
}

type Field = [width: 2 | 4 | 8, value: number];

function fields(list: Field[]): Uint8Array {
  const bytes = new Uint8Array(list.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of list) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  return bytes;
}
