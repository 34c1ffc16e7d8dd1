import { createCRC32, type IHasher } from 'hash-wasm';
import { BundleError } from './error.ts';
import { sameBytes } from './jcs.ts';
import { entryPath } from './manifest.ts';
import { centralHeader, concat, dataOffset, endRecords, localHeader, type ZipEntry } from './zip-format.ts';

/** A random-access file: a Blob in browsers, a file handle in Node, or bytes in memory. */
export interface Source {
  readonly size: number;
  /** Returns exactly `length` bytes from `offset`; never called beyond `size`. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** An opened ZIP: its entries in order, and access to their content. */
export interface Zip {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** Yields an entry's content in pieces of at most 1 MiB. @throws BundleError CHECKSUM_WRONG after the last one */
  chunks(name: string): AsyncGenerator<Uint8Array>;
  /** Returns the whole content of a small entry. @throws BundleError CONTAINER_INVALID above `limit` bytes, CHECKSUM_WRONG */
  bytes(name: string, limit: number): Promise<Uint8Array>;
  /** Returns an entry's content as a random-access source, without checking its CRC-32. */
  part(name: string): Source;
}

const endSize = 22;
const zip64EndSize = 56;
const zip64LocatorSize = 20;
const maxEntries = 20_000;
const maxDirectory = 16 * 1024 * 1024;
const pieceSize = 1024 * 1024;

/**
 * Opens a ZIP in the canonical form of `zip-format.ts`. Rejects names that are not plain relative paths, duplicates,
 * compression, encryption, gaps, overlaps, extra bytes and contradicting headers.
 * @throws BundleError CONTAINER_INVALID
 */
export async function openZip(source: Source): Promise<Zip> {
  const entries = await readDirectory(source);
  await checkLocalHeaders(source, entries);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const find = (name: string) => {
    const entry = byName.get(name);
    if (!entry) throw invalid('the entry is not there', name);
    return entry;
  };
  return {
    entries: byName,
    chunks: (name) => contentOf(source, find(name)),
    part(name) {
      const entry = find(name);
      return {
        size: entry.size,
        read: (offset, length) => {
          if (offset < 0 || length < 0 || offset + length > entry.size)
            throw invalid('it is read beyond its end', name);
          return source.read(dataOffset(entry) + offset, length);
        },
      };
    },
    async bytes(name, limit) {
      const entry = find(name);
      if (entry.size > limit) throw invalid(`larger than ${limit} bytes`, name);
      const pieces: Uint8Array[] = [];
      for await (const piece of contentOf(source, entry)) pieces.push(piece);
      return concat(...pieces);
    },
  };
}

/** Pool of hashers, as in `digest.ts`. */
const idle: IHasher[] = [];

async function* contentOf(source: Source, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const crc = (idle.pop() ?? (await createCRC32())).init();
  try {
    const start = dataOffset(entry);
    for (let at = 0; at < entry.size; at += pieceSize) {
      const piece = await source.read(start + at, Math.min(pieceSize, entry.size - at));
      crc.update(piece);
      yield piece;
    }
    if (Number.parseInt(crc.digest('hex'), 16) !== entry.crc32)
      throw new BundleError('CHECKSUM_WRONG', `${entry.name}: its CRC-32 is wrong`, { entry: entry.name });
  } finally {
    idle.push(crc);
  }
}

async function readDirectory(source: Source): Promise<ZipEntry[]> {
  const end = await readEnd(source);
  if (end.count > maxEntries || end.size > maxDirectory) throw invalid('the directory is too large');
  const bytes = await readAt(source, end.offset, end.size);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < end.count; i++) {
    const entry = parseCentral(bytes, at);
    const expected = centralHeader(entry);
    if (!sameBytes(expected, bytes.subarray(at, at + expected.length)))
      throw invalid('its directory header is not in canonical form', entry.name);
    at += expected.length;
    entries.push(entry);
  }
  if (at !== bytes.length) throw invalid('the directory holds more than its entries');
  checkNamesAndPlaces(entries, end.offset);
  return entries;
}

/** Reads the end records from the end of the file and compares them with their canonical encoding. */
async function readEnd(source: Source): Promise<{ count: number; size: number; offset: number }> {
  if (source.size < endSize) throw invalid('not a ZIP file');
  const tailSize = Math.min(source.size, endSize + zip64LocatorSize + zip64EndSize);
  const tail = await source.read(source.size - tailSize, tailSize);
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const base = tail.length - endSize;
  if (view.getUint32(base, true) !== 0x06054b50) throw invalid('not a ZIP file, or with something after its end');
  let end = {
    count: view.getUint16(base + 10, true),
    size: view.getUint32(base + 12, true),
    offset: view.getUint32(base + 16, true),
  };
  if (tail.length > endSize + 76 - 1 && view.getUint32(base - zip64LocatorSize, true) === 0x07064b50)
    end = { count: big(view, base - 76 + 32), size: big(view, base - 76 + 40), offset: big(view, base - 76 + 48) };
  const expected = endRecords(end.count, end.size, end.offset);
  const found = tail.subarray(Math.max(0, tail.length - expected.length));
  if (!sameBytes(expected, found)) throw invalid('its end record is not in canonical form');
  if (end.offset + end.size + expected.length !== source.size)
    throw invalid('something stands between directory and end');
  return end;
}

function parseCentral(bytes: Uint8Array, at: number): ZipEntry {
  if (at + 46 > bytes.length) throw invalid('the directory is cut short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  if (at + 46 + nameLength + extraLength > bytes.length) throw invalid('the directory is cut short');
  const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
  let size = view.getUint32(at + 24, true);
  let offset = view.getUint32(at + 42, true);
  let extra = at + 46 + nameLength + 4;
  const extraEnd = at + 46 + nameLength + extraLength;
  const next = () => {
    if (extra + 8 > extraEnd) throw invalid('a ZIP64 field is missing', name);
    extra += 8;
    return big(view, extra - 8);
  };
  if (size === 0xffffffff) {
    size = next();
    next();
  }
  if (offset === 0xffffffff) offset = next();
  return { name, size, crc32: view.getUint32(at + 16, true), offset };
}

function checkNamesAndPlaces(entries: ZipEntry[], directoryOffset: number): void {
  const seen = new Set<string>();
  let at = 0;
  for (const entry of entries) {
    if (!entryPath.safeParse(entry.name).success) throw invalid('its name is not a plain relative path', entry.name);
    if (seen.has(entry.name)) throw invalid('its name stands twice', entry.name);
    seen.add(entry.name);
    if (entry.offset !== at) throw invalid('it does not follow on the entry before', entry.name);
    at = dataOffset(entry) + entry.size;
  }
  if (at !== directoryOffset) throw invalid('something stands between the entries and the directory');
}

async function checkLocalHeaders(source: Source, entries: ZipEntry[]): Promise<void> {
  for (const entry of entries) {
    const expected = localHeader(entry);
    const found = await readAt(source, entry.offset, expected.length);
    if (!sameBytes(expected, found)) throw invalid('its two headers disagree', entry.name);
  }
}

async function readAt(source: Source, offset: number, length: number): Promise<Uint8Array> {
  if (offset < 0 || length < 0 || offset + length > source.size) throw invalid('a part lies outside the file');
  return source.read(offset, length);
}

function big(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw invalid('a number is too large');
  return Number(value);
}

const invalid = (message: string, entry?: string) =>
  new BundleError('CONTAINER_INVALID', entry === undefined ? message : `${entry}: ${message}`, { entry });

/** Wraps bytes in memory as a source. */
export const bytesSource = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

/** Wraps a browser's File or Blob as a source; reads only the requested ranges. */
export const blobSource = (blob: Blob): Source => ({
  size: blob.size,
  read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
});
