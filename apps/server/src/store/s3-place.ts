import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { type Bucket, statusOf, unlessStatus } from './s3-bucket.ts';
import { writeInParts } from './s3-parts.ts';
import type { TemporaryFile } from './store.ts';

/** Files up to this size are sent from memory. A larger one is a stream, which the client can't retry by itself. */
const inMemory = 8 * 2 ** 20;
const tries = 4;

/**
 * Writes an object unless the key exists; then returns false. If the service honours conditions, one of several
 * concurrent writers wins. If it doesn't, as with some versioned buckets and some services when an object is completed from parts,
 * concurrent writers don't notice each other.
 */
export async function place(bucket: Bucket, key: string, file: TemporaryFile): Promise<boolean> {
  const isLarge = file.size > inMemory;
  // Checked even if conditions are honoured, because a refused writer has already sent everything.
  if ((isLarge || !bucket.hasConditions) && (await isThere(bucket, key))) return false;
  try {
    if (file.size > bucket.singleBytes)
      return await writeInParts(bucket, key, file, { retry: retried, isThere: () => isThere(bucket, key) });
    await retried(() => write(bucket, key, file, isLarge));
    return true;
  } catch (error) {
    // If an earlier attempt succeeded and only its answer was lost, the caller finds equal content.
    if (statusOf(error) === 412) return false;
    throw error;
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      if (n === tries || !mayPass(statusOf(error))) throw error;
    }
  }
}

async function isThere({ client, name, base }: Bucket, key: string): Promise<boolean> {
  const head = client.send(new HeadObjectCommand({ Bucket: name, Key: `${base}${key}` }));
  return (await unlessStatus([404], head)) !== undefined;
}

async function write(
  { client, name, base }: Bucket,
  key: string,
  file: TemporaryFile,
  isLarge: boolean,
): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: name,
      Key: `${base}${key}`,
      Body: isLarge ? createReadStream(file.path) : await readFile(file.path),
      ContentLength: file.size,
      // The service checks the content against the digest.
      ChecksumSHA256: Buffer.from(file.sha256, 'hex').toString('base64'),
      IfNoneMatch: '*',
    }),
  );
}

/** Temporary: no answer, a conflicting write (409), too many requests (429), or a server error. */
const mayPass = (status: number | undefined): boolean =>
  status === undefined || status === 409 || status === 429 || status >= 500;
