import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type AgeKey, decryptAge, encryptAge, headBytes, openAge, plainSize, sealedChunkBytes } from './age.ts';
import type { Backend } from './backend.ts';
import type { ByteRange, Listed, TemporaryFile } from './store.ts';

/** Suffix of encrypted files; none of our keys ends like this, whatever users call their files. */
const ending = '.encrypted.age';
const plainChunkBytes = sealedChunkBytes - 16;
const readAtOnce = 2 ** 20;

/**
 * Encrypts the files of another backend. Files stored earlier stay readable unencrypted. The store's own files, which
 * begin with a dot and contain only times, are not encrypted, nor is content that has no key yet.
 */
export function encryptedBackend(inner: Backend, key: AgeKey): Backend {
  const isOwn = (path: string) => path.startsWith('.');
  const at = (path: string) => `${path}${ending}`;
  const isPlainThere = async (path: string) => {
    const stream = await inner.open(path);
    stream?.destroy();
    return stream !== undefined;
  };
  return {
    incoming: inner.incoming,
    drafts: inner.drafts,
    largestBytes: plainSize(inner.largestBytes),
    async place(path, file) {
      if (await isPlainThere(path)) return false;
      return withEncrypted(inner.incoming, file, key, (sealed) => inner.place(at(path), sealed));
    },
    ...(inner.link
      ? {
          async link(from: string, to: string) {
            const linked = (await inner.link?.(at(from), at(to))) ?? 'missing';
            return linked === 'missing' ? ((await inner.link?.(from, to)) ?? 'missing') : linked;
          },
        }
      : {}),
    replace: (path, bytes) => inner.replace(path, bytes),
    async open(path, range) {
      if (isOwn(path)) return inner.open(path, range);
      const head = await inner.open(at(path), { start: 0, end: headBytes - 1 });
      if (!head) return inner.open(path, range);
      const payload = openAge(await buffer(head), key);
      return Readable.from(decrypted(inner, at(path), payload, range), {
        objectMode: false,
        highWaterMark: readAtOnce,
      });
    },
    async list(prefix) {
      return (await inner.list(prefix)).map(shown);
    },
    folders: (prefix) => inner.folders(prefix),
    clear: (prefix) => inner.clear(prefix),
    protect: (prefix, until) => inner.protect(prefix, until),
    ...(inner.removeUnfinished
      ? { removeUnfinished: (before) => inner.removeUnfinished?.(before) ?? Promise.resolve() }
      : {}),
    close: () => inner.close(),
  };
}

const shown = ({ key, size }: Listed): Listed =>
  key.endsWith(ending) ? { key: key.slice(0, -ending.length), size: plainSize(size) } : { key, size };

/** The chunks that a range touches, cut to it. */
async function* decrypted(
  inner: Backend,
  path: string,
  key: Buffer,
  range: ByteRange | undefined,
): AsyncGenerator<Buffer> {
  const { start, end } = range ?? { start: 0, end: Number.POSITIVE_INFINITY };
  const firstChunk = Math.floor(start / plainChunkBytes);
  const lastChunk = Math.floor(end / plainChunkBytes);
  const from = headBytes + firstChunk * sealedChunkBytes;
  const to = range ? headBytes + (lastChunk + 1) * sealedChunkBytes - 1 : Number.MAX_SAFE_INTEGER;
  const sealed = await inner.open(path, { start: from, end: to });
  if (!sealed) return;
  let at = firstChunk * plainChunkBytes;
  for await (const plain of decryptAge(sealed, { key, firstChunk, isToEnd: range === undefined })) {
    const piece = plain.subarray(Math.max(0, start - at), Math.max(0, end - at + 1));
    at += plain.length;
    if (piece.length > 0) yield piece;
  }
}

/** Encrypts a file to a temporary one, which is deleted afterwards; a crash leaves it in `folder`. */
async function withEncrypted<T>(
  folder: string,
  { path }: TemporaryFile,
  key: AgeKey,
  work: (sealed: TemporaryFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sealed = join(folder, randomBytes(12).toString('hex'));
  const digest = createHash('sha256');
  let size = 0;
  try {
    const file = await open(sealed, 'wx', 0o400);
    try {
      for await (const piece of encryptAge(createReadStream(path, { highWaterMark: readAtOnce }), key)) {
        digest.update(piece);
        size += piece.length;
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
    // A bucket checks received files by size and SHA-256; the other digests of an encrypted file aren't needed.
    return await work({ path: sealed, size, sha256: digest.digest('hex'), sm3: '', crc32: 0 });
  } finally {
    await rm(sealed, { force: true });
  }
}
