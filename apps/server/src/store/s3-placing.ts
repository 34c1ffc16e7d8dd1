import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { Gathered } from './gathering.ts';
import { type Bucket, statusOf, unlessStatus } from './s3-bucket.ts';

/** What is not larger is sent from memory. A larger file is a stream, which the client does not send again by itself. */
const inMemory = 8 * 2 ** 20;
const tries = 4;

/**
 * Writes an object where there is none; false when there is one. Of several who do it at once one wins where the service
 * honours conditions. Where it does not, as with some that keep versions, who comes at the very same moment is not seen.
 */
export async function place(bucket: Bucket, key: string, file: Gathered): Promise<boolean> {
  const isLarge = file.size > inMemory;
  // Also where conditions are honoured: who is refused has sent all of it by then.
  if ((isLarge || !bucket.hasConditions) && (await isThere(bucket, key))) return false;
  for (let n = 1; ; n++) {
    try {
      await write(bucket, key, file, isLarge);
      return true;
    } catch (error) {
      // When it was the answer to an earlier try that got lost, the content that is there is found to be the same.
      if (statusOf(error) === 412) return false;
      if (n === tries || !mayPass(statusOf(error))) throw error;
    }
  }
}

async function isThere({ client, name, base }: Bucket, key: string): Promise<boolean> {
  const head = client.send(new HeadObjectCommand({ Bucket: name, Key: `${base}${key}` }));
  return (await unlessStatus([404], head)) !== undefined;
}

async function write({ client, name, base }: Bucket, key: string, file: Gathered, isLarge: boolean): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: name,
      Key: `${base}${key}`,
      Body: isLarge ? createReadStream(file.path) : await readFile(file.path),
      ContentLength: file.size,
      // The service compares what it receives with the digest.
      ChecksumSHA256: Buffer.from(file.sha256, 'hex').toString('base64'),
      IfNoneMatch: '*',
    }),
  );
}

/** No answer, a conflict with a write under way (409), too many requests (429), or a failure of the service. */
const mayPass = (status: number | undefined): boolean =>
  status === undefined || status === 409 || status === 429 || status >= 500;
