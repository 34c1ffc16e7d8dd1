import { createHash, hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { combineCrc32 } from './crc-combine.ts';
import type { Digests } from './digest.ts';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-format.ts';
import type { Source } from './zip-reader.ts';

export { combineCrc32 } from './crc-combine.ts';
export { continueSha256, finishSha256 } from './running-digest.ts';
export { type WaczFacts, waczFiles } from './wacz.ts';

/** Computes size, digests and CRC-32 of a stream with Node's SHA-256 and SM3. */
export class PassingDigest {
  size = 0;
  crc32 = 0;
  #sha256 = createHash('sha256');
  #sm3 = createHash('sm3');

  update(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.crc32 = crc32(chunk, this.crc32);
    this.#sha256.update(chunk);
    this.#sm3.update(chunk);
  }

  /** Returns the results; call it once, at the end. */
  digest(): Digests & { size: number; crc32: number } {
    return { size: this.size, crc32: this.crc32, sha256: this.#sha256.digest('hex'), sm3: this.#sm3.digest('hex') };
  }
}

/** SHA-256 of bytes in memory, lower-case hex. */
export const sha256Hex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
/** SM3 of bytes in memory, lower-case hex. */
export const sm3Hex = (bytes: Uint8Array): string => hash('sm3', bytes, 'hex');

/** Computes digests (lower-case hex), size in bytes and CRC-32 of a file. */
export async function digestFile(path: string): Promise<Digests & { size: number; crc32: number }> {
  const passing = new PassingDigest();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) passing.update(chunk);
  return passing.digest();
}

/** An entry to pack: a file by its path, bytes in memory, or content of known size and CRC-32. */
export type ZipInput = { name: string; file: string } | { name: string; bytes: Uint8Array } | KnownInput;

/** Content that is read only once, while packing: its header fields are known in advance. */
export interface KnownInput {
  name: string;
  size: number;
  crc32: number;
  read: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Writes a canonical ZIP (`zip-format.ts`) with the entries in the given order, in constant memory: to a temporary file
 * beside `path`, then fsync, then the final name. A crash leaves at most `<path>.<12 hex digits>.part`.
 * @throws `EEXIST` without changing anything, if `path` already exists
 */
export async function writeZipFile(path: string, inputs: ZipInput[]): Promise<{ size: number }> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  let size: number;
  try {
    size = await writeSynced(temporary, inputs);
    await giveName(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return { size };
}

async function writeSynced(path: string, inputs: ZipInput[]): Promise<number> {
  const out = await open(path, 'wx', 0o644);
  try {
    const size = await writeZip(async (bytes) => void (await out.write(bytes)), inputs);
    await out.sync();
    return size;
  } finally {
    await out.close();
  }
}

/** link(2) fails if the name exists, rename(2) would replace it. On file systems without links (FAT) the name is claimed first. */
async function giveName(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    await (await open(path, 'wx')).close();
    await rename(temporary, path);
  });
}

/** Streams the bytes of a canonical ZIP to `out`, awaiting each call. @returns the number of bytes */
export async function writeZip(out: (bytes: Uint8Array) => Promise<void>, inputs: ZipInput[]): Promise<number> {
  let size = 0;
  for await (const bytes of zipChunks(inputs)) {
    await out(bytes);
    size += bytes.length;
  }
  return size;
}

/**
 * Yields the bytes of a canonical ZIP in pieces. Files of unknown size or CRC-32 are read twice, the first time in
 * advance.
 * @throws Error if content contradicts its header, which was sent before it
 */
export async function* zipChunks(inputs: readonly ZipInput[]): AsyncGenerator<Uint8Array> {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (const input of inputs) {
    const entry: ZipEntry = { name: input.name, ...(await sizeAndCrc(input)), offset: at };
    entries.push(entry);
    const header = localHeader(entry);
    yield header;
    yield* unchanged(await contentOf(input), entry);
    at += header.length + entry.size;
  }
  const directory = entries.map(centralHeader);
  yield* directory;
  yield endRecords(entries.length, lengthOf(directory), at);
}

async function* unchanged(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, entry: ZipEntry) {
  let size = 0;
  let crc = 0;
  for await (const chunk of content) {
    size += chunk.length;
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size || crc !== entry.crc32) throw new Error(`${entry.name} changed while it was packed.`);
}

/** Returns the length in bytes of the ZIP of these entries. */
export function zipSize(inputs: readonly KnownInput[]): number {
  let at = 0;
  const directory = inputs.map(({ name, size, crc32 }) => {
    const entry: ZipEntry = { name, size, crc32, offset: at };
    at += localHeader(entry).length + size;
    return centralHeader(entry);
  });
  const directorySize = lengthOf(directory);
  return at + directorySize + endRecords(inputs.length, directorySize, at).length;
}

/** Returns size and CRC-32 of the ZIP of these entries, without reading their content. */
export function zipSum(inputs: readonly KnownInput[]): { size: number; crc32: number } {
  const entries: ZipEntry[] = [];
  let sum = { size: 0, crc32: 0 };
  const add = (size: number, crc: number) => {
    sum = { size: sum.size + size, crc32: combineCrc32(sum.crc32, crc, size) };
  };
  const addBytes = (bytes: Uint8Array) => add(bytes.length, crc32(bytes));
  for (const { name, size, crc32 } of inputs) {
    const entry: ZipEntry = { name, size, crc32, offset: sum.size };
    entries.push(entry);
    addBytes(localHeader(entry));
    add(size, crc32);
  }
  const directory = entries.map(centralHeader);
  const directoryAt = sum.size;
  directory.forEach(addBytes);
  addBytes(endRecords(entries.length, lengthOf(directory), directoryAt));
  return sum;
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);

async function sizeAndCrc(input: ZipInput): Promise<{ size: number; crc32: number }> {
  if ('read' in input) return { size: input.size, crc32: input.crc32 };
  let size = 0;
  let crc = 0;
  for await (const chunk of await contentOf(input)) {
    size += chunk.length;
    crc = crc32(chunk, crc);
  }
  return { size, crc32: crc };
}

async function contentOf(input: ZipInput): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> {
  if ('bytes' in input) return [input.bytes];
  return 'read' in input ? input.read() : createReadStream(input.file, { highWaterMark: 1 << 20 });
}

/** Opens a file as a source for `openZip`; the caller closes it. */
export async function fileSource(path: string): Promise<Source & { close(): Promise<void> }> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      if (bytesRead !== length) throw new Error(`${path} is shorter than it was.`);
      return bytes;
    },
    close: () => file.close(),
  };
}

/** Makes the names in a folder durable (fsync(2): syncing a file does not sync its directory entry). */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
