import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3';
import type { Backend } from './backend.ts';
import { type Bucket, unlessStatus, type Version, versionsUnder } from './s3-bucket.ts';
import { mostParts, removeUnfinished } from './s3-parts.ts';
import { place } from './s3-place.ts';
import type { ByteRange, Listed } from './store.ts';

/** Objects removed or locked concurrently. */
const atOnce = 8;

/** A backend in a bucket of an S3-compatible service. */
export function s3Backend(bucket: Bucket, incoming: string, drafts: string): Backend {
  const { client, base } = bucket;
  const at = (key: string) => ({ Bucket: bucket.name, Key: `${base}${key}` });
  return {
    incoming,
    drafts,
    largestBytes: bucket.partBytes * mostParts,
    place: (key, file) => place(bucket, key, file),
    async replace(key, bytes) {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes }));
    },
    async open(key, range) {
      const asked = new GetObjectCommand({ ...at(key), ...rangeOf(range) });
      return (await unlessStatus([404], client.send(asked)))?.Body as Readable | undefined;
    },
    list: (prefix) => objectsUnder(bucket, prefix),
    folders: (prefix) => foldersUnder(bucket, prefix),
    async clear(prefix) {
      const there: Version[] = await (bucket.isVersioned ? versionsUnder : objectsUnder)(bucket, prefix);
      await each(there, ({ key, version }) =>
        client.send(new DeleteObjectCommand({ ...at(key), ...(version ? { VersionId: version } : {}) })),
      );
    },
    async protect(prefix, until) {
      if (!bucket.hasLock) return;
      // COMPLIANCE: not even the bucket's owner can shorten it (S3 User Guide, Object Lock, retention modes).
      const Retention = { Mode: 'COMPLIANCE', RetainUntilDate: until } as const;
      await each(await objectsUnder(bucket, prefix), ({ key }) =>
        client.send(new PutObjectRetentionCommand({ ...at(key), Retention })),
      );
    },
    removeUnfinished: (before) => removeUnfinished(bucket, before),
    close: () => client.destroy(),
  };
}

/** RFC 9110 §14.1.2. */
const rangeOf = (range?: ByteRange) => (range ? { Range: `bytes=${range.start}-${range.end}` } : {});

async function objectsUnder({ client, name, base }: Bucket, prefix: string): Promise<Listed[]> {
  const found: Listed[] = [];
  let after: string | undefined;
  do {
    const asked = { Bucket: name, Prefix: `${base}${prefix}`, ContinuationToken: after };
    const page = await client.send(new ListObjectsV2Command(asked));
    for (const { Key = '', Size = 0 } of page.Contents ?? []) found.push({ key: Key.slice(base.length), size: Size });
    after = page.NextContinuationToken;
  } while (after);
  return found;
}

async function foldersUnder({ client, name, base }: Bucket, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const asked = { Bucket: name, Prefix: `${base}${prefix}`, Delimiter: '/', ContinuationToken: after };
    const page = await client.send(new ListObjectsV2Command(asked));
    for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(base.length));
    after = page.NextContinuationToken;
  } while (after);
  return found;
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < items.length; i += atOnce) await Promise.all(items.slice(i, i + atOnce).map(work));
}
