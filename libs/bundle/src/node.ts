import { createHash, hash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Digests } from './digest.ts';
import { centralHeader, endRecords, localHeader, type ZipEntry } from './zip-format.ts';
import type { Source } from './zip-reader.ts';

/** Size, digests and CRC-32 of bytes as they pass; Node's own SHA-256 and SM3. */
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

  /** May be called once. */
  digest(): Digests & { size: number; crc32: number } {
    return { size: this.size, crc32: this.crc32, sha256: this.#sha256.digest('hex'), sm3: this.#sm3.digest('hex') };
  }
}

/** Digests of bytes in memory, lower-case hex. */
export const sha256Hex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');
export const sm3Hex = (bytes: Uint8Array): string => hash('sm3', bytes, 'hex');

export async function digestFile(path: string): Promise<Digests & { size: number; crc32: number }> {
  const passing = new PassingDigest();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) passing.update(chunk);
  return passing.digest();
}

/** `read` is called twice, and has to give the same bytes. */
export type ZipInput =
  | { name: string; file: string }
  | { name: string; bytes: Uint8Array }
  | { name: string; read: () => Promise<AsyncIterable<Uint8Array>> };

/**
 * Writes a canonical ZIP (`zip-format.ts`) with the entries in the given order: a temporary file of its own beside `path`,
 * fsync, and only then the name. Files are read twice, once for the CRC-32 that stands before the content; memory stays flat.
 * A crash leaves at most `<path>.<12 hex digits>.part`. Throws `EEXIST`, changing nothing, when `path` has come to exist.
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

/** link(2) refuses a name that is taken, rename(2) replaces it: where a file system has no links (FAT), the name is claimed first. */
async function giveName(temporary: string, path: string): Promise<void> {
  await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    await (await open(path, 'wx')).close();
    await rename(temporary, path);
  });
}

/**
 * The bytes of a canonical ZIP, piece by piece to `out`; each call is awaited. Files are read twice, as in `writeZipFile`.
 * Returns how many bytes there were.
 */
export async function writeZip(out: (bytes: Uint8Array) => Promise<void>, inputs: ZipInput[]): Promise<number> {
  const entries: ZipEntry[] = [];
  let at = 0;
  const write = async (bytes: Uint8Array) => {
    await out(bytes);
    at += bytes.length;
  };
  for (const input of inputs) {
    const entry: ZipEntry = { name: input.name, ...(await sizeAndCrc(input)), offset: at };
    entries.push(entry);
    await write(localHeader(entry));
    const start = at;
    for await (const chunk of await contentOf(input)) await write(chunk);
    if (at - start !== entry.size) throw new Error(`${input.name} changed while it was packed.`);
  }
  const directoryOffset = at;
  for (const entry of entries) await write(centralHeader(entry));
  await write(endRecords(entries.length, at - directoryOffset, directoryOffset));
  return at;
}

async function sizeAndCrc(input: ZipInput): Promise<{ size: number; crc32: number }> {
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

/** A file as a source for `openZip`; the caller closes the handle. */
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

/** Makes the names in a folder lasting (fsync(2): syncing a file does not sync the entry that names it). */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
