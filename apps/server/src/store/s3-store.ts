import { createHash, randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { AgeKey } from './age.ts';
import { encryptedBackend } from './encrypted-backend.ts';
import { s3Backend } from './s3-backend.ts';
import { type Bucket, type PartSizes, unlessStatus, usualParts } from './s3-bucket.ts';
import { type Store, StoreError, type WriteOnceStore } from './store.ts';
import { storeOnBackend } from './store-on-backend.ts';

/**
 * A store in an S3-compatible service: `s3://bucket/prefix?endpoint=…&region=…`; without an endpoint, AWS. Credentials
 * come from the AWS SDK's usual sources, `AWS_*` variables first.
 * @param local.incoming folder where files are gathered before they are sent
 * @param local.drafts folder of files that arrive in pieces; servers that share it can continue each other's
 * @param o.key encrypts the files; absent: they are stored as they are
 * @param o.sizes smaller ones let a test send parts
 * @throws StoreError STORE_UNAVAILABLE if it isn't writable or has a default retention
 */
export const openS3Store = (
  url: string,
  { incoming, drafts }: { incoming: string; drafts: string },
  {
    clock,
    key,
    sizes = usualParts,
  }: {
    clock?: (() => Date) | undefined;
    key?: AgeKey | undefined;
    sizes?: PartSizes;
  } = {},
): Promise<Store> =>
  openedOver(url, async (client, name, base) => {
    const backend = s3Backend({ ...(await inspected(client, name, base)), ...sizes }, incoming, drafts);
    return storeOnBackend(key ? encryptedBackend(backend, key) : backend, clock);
  });

/**
 * A place in a bucket for files that are written once and stay. It never deletes, so the credentials need no right to, and a
 * default retention is fine.
 * @throws StoreError STORE_UNAVAILABLE if it isn't writable, or doesn't honour conditional writes: two writers of one key
 * would not notice each other
 */
export const openS3WriteOnceStore = (url: string, incoming: string): Promise<WriteOnceStore> =>
  openedOver(url, async (client, name, base) => {
    const object = { Bucket: name, Key: `${base}.once` };
    await writeOnce(client, object);
    if (await writeOnce(client, object))
      throw new Error('it overwrites in spite of If-None-Match, so two copies of a log would not notice each other');
    const can = { hasConditions: true, isVersioned: false, hasLock: false };
    const bucket: Bucket = { client, name, base, ...can, ...usualParts };
    return storeOnBackend(s3Backend(bucket, incoming, incoming));
  });

async function openedOver<T>(
  url: string,
  open: (client: S3Client, name: string, base: string) => Promise<T>,
): Promise<T> {
  const { host: name, pathname, searchParams } = new URL(url);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const endpoint = searchParams.get('endpoint');
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Not every service has a host for each bucket or supports checksums by default.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
  try {
    return await open(client, name, prefix && `${prefix}/`);
  } catch (cause) {
    client.destroy();
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new StoreError('STORE_UNAVAILABLE', `The store ${url} cannot be used (${why}).`, { cause });
  }
}

/** The bucket has no such setting (404), or the service doesn't support it (405, 501). */
const notThere = [404, 405, 501];

/** Determines the bucket's capabilities from its settings and by trial. */
async function inspected(client: S3Client, name: string, base: string): Promise<Omit<Bucket, keyof PartSizes>> {
  const asked = { Bucket: name };
  const lock = await unlessStatus(notThere, client.send(new GetObjectLockConfigurationCommand(asked)));
  if (lock?.ObjectLockConfiguration?.Rule)
    throw new Error('the bucket has a default retention, so discarded captures could not be removed');
  const versioning = await unlessStatus(notThere, client.send(new GetBucketVersioningCommand(asked)));
  return {
    client,
    name,
    base,
    hasLock: lock?.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled',
    isVersioned: versioning?.Status === 'Enabled',
    hasConditions: await honoursConditions(client, { ...asked, Key: `${base}.once-${randomBytes(8).toString('hex')}` }),
  };
}

async function honoursConditions(client: S3Client, object: { Bucket: string; Key: string }): Promise<boolean> {
  const first = await writeOnce(client, object);
  const second = await writeOnce(client, object);
  for (const { VersionId } of [first, second].flatMap((written) => written ?? []))
    await client.send(new DeleteObjectCommand({ ...object, ...(VersionId ? { VersionId } : {}) }));
  return !second;
}

/** Undefined if the key was taken. A bucket with a default retention accepts only writes with a digest. */
async function writeOnce(client: S3Client, object: { Bucket: string; Key: string }) {
  const Body = 'written once\n';
  const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64');
  return unlessStatus([412], client.send(new PutObjectCommand({ ...object, Body, ChecksumSHA256, IfNoneMatch: '*' })));
}
