import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassingDigest } from '@proofkeep/bundle/node';
import { type Expected, type Stored, StoreError, type TemporaryFile } from './store.ts';

const fileMode = 0o400;

/**
 * Receives content into a temporary file, checks it, and passes it to `work`, so that only complete and correct content
 * gets a key. The file is deleted afterwards; a crash leaves it in `folder`.
 * @throws StoreError STORE_MISMATCH, whatever `content` throws, and whatever `work` throws
 */
export async function withTemporaryFile<T>(
  folder: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  expected: Expected | undefined,
  work: (file: TemporaryFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(12).toString('hex'));
  try {
    const stored = await write(path, content instanceof Uint8Array ? [content] : content, expected?.size);
    if (expected && (stored.size !== expected.size || stored.sha256 !== expected.sha256))
      throw new StoreError(
        'STORE_MISMATCH',
        `${stored.size} bytes came, SHA-256 ${stored.sha256}: not what was expected.`,
      );
    return await work({ path, ...stored });
  } finally {
    await rm(path, { force: true });
  }
}

async function write(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Stored> {
  const passing = new PassingDigest();
  const file = await open(path, 'wx', fileMode);
  try {
    for await (const chunk of chunks) {
      passing.update(chunk);
      // Stop reading beyond the announced size.
      if (passing.size > limit) break;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return passing.digest();
}
