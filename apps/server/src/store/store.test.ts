import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutObjectLockConfigurationCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sha256Hex } from '@proofkeep/bundle/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgeKey, ageKeyOf } from './age.ts';
import { openFolderStore } from './folder-store.ts';
import { usualParts } from './s3-bucket.ts';
import { openS3Store, openS3WriteOnceStore } from './s3-store.ts';
import { removeUnlessRetained, type Store } from './store.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const day = 24 * 3_600_000;
const home = mkdtempSync(join(tmpdir(), 'store-'));
let now = new Date();
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
  await s3.makeBucket('plain');
  await s3.makeBucket('secret');
  await s3.makeBucket('locked', { hasLock: true });
});

afterAll(async () => {
  await s3?.close();
  await rm(home, { recursive: true });
});

const key = ageKeyOf(randomBytes(32));
const open = (bucket: string, key?: AgeKey, sizes = usualParts) =>
  openS3Store(
    s3.url(bucket),
    { incoming: join(home, bucket), drafts: join(home, `${bucket}-drafts`) },
    { clock: () => now, key, sizes },
  );
/** Each kind of store is opened twice, as by two servers. */
const kinds = [
  { kind: 'a folder', openStore: () => openFolderStore(join(home, 'folder'), { clock: () => now }), isAtomic: true },
  {
    kind: 'an encrypted folder',
    openStore: () => openFolderStore(join(home, 'encrypted'), { clock: () => now, key }),
    isAtomic: true,
  },
  { kind: 'an encrypted bucket', openStore: () => open('secret', key), isAtomic: true },
  { kind: 'a bucket', openStore: () => open('plain'), isAtomic: true },
  // This server ignores conditions on versioned buckets, so concurrent writers don't notice each other.
  { kind: 'a bucket with object lock', openStore: () => open('locked'), isAtomic: false },
];

describe.each(kinds)('a store in $kind', ({ openStore, isAtomic }) => {
  let store: Store;
  let other: Store;
  let at: string;
  let n = 0;

  beforeAll(async () => {
    [store, other] = [await openStore(), await openStore()];
  });
  afterAll(() => {
    store.close();
    other.close();
  });

  it('is probed by a write that leaves nothing', async () => {
    const before = await other.list('evidence/');

    await Promise.all([store.probe(), other.probe(), store.probe()]);

    expect(await other.list('evidence/')).toEqual(before);
  });

  /** A new prefix for the test. */
  const place = () => {
    at = `evidence/PK${n++}/`;
    return at;
  };
  const hello = Buffer.from('hello');
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => error.code ?? error.message,
    );
  const textOf = async (key: string) => Buffer.from(await store.bytes(key)).toString();

  it('returns stored files with size and digests', async () => {
    const stored = await store.put(`${place()}data/a.txt`, hello);

    expect(stored).toEqual({
      size: 5,
      crc32: 0x3610a686,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      sm3: 'becbbfaae6548b8bf0cfcad5a27183cd1be6093b1cceccc303d9c61d0a645268',
    });
    expect(await textOf(`${at}data/a.txt`)).toBe('hello');
  });

  it('reads a range with both ends included', async () => {
    await store.put(`${place()}a`, hello);

    expect(await text(await store.read(`${at}a`, { start: 1, end: 3 }))).toBe('ell');
  });

  it('accepts the same content twice, and no other', async () => {
    await store.put(`${place()}a`, hello);

    expect(await code(other.put(`${at}a`, hello))).toBe('done');
    expect(await code(other.put(`${at}a`, Buffer.from('hallo')))).toBe('STORE_TAKEN');
    expect(await textOf(`${at}a`)).toBe('hello');
  });

  it.runIf(isAtomic)('lets one of several concurrent writers of a key win', async () => {
    const key = `${place()}a`;
    const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
    const outcomes = await Promise.all(
      texts.map((text, i) => code((i % 2 ? store : other).put(key, Buffer.from(text)))),
    );

    expect(outcomes.filter((outcome) => outcome === 'STORE_TAKEN')).toHaveLength(texts.length - 1);
    expect(await textOf(key)).toBe(texts[outcomes.indexOf('done')]);
  });

  it('keeps nothing if the content differs from the expected digest', async () => {
    const expected = { size: 5, sha256: sha256Hex(hello) };
    const puts = ['hallo', 'hell', 'hello there'].map((text) =>
      code(store.put(`${place()}a`, Buffer.from(text), expected)),
    );

    expect(await Promise.all(puts)).toEqual(['STORE_MISMATCH', 'STORE_MISMATCH', 'STORE_MISMATCH']);
    expect(await store.list(at)).toEqual([]);
    expect(await code(store.put(`${at}a`, hello, expected))).toBe('done');
  });

  it('keeps nothing of a broken stream, and passes on its error', async () => {
    async function* breaking() {
      yield hello;
      throw new Error('the line was cut');
    }

    expect(await code(store.put(`${place()}a`, breaking()))).toBe('the line was cut');
    expect(await store.list(at)).toEqual([]);
  });

  it('accepts a large file in pieces and returns it whole', async () => {
    const piece = Buffer.alloc(1 << 20, 'proof');
    async function* pieces() {
      for (let i = 0; i < 20; i++) yield piece;
    }
    const stored = await store.put(`${place()}page.wacz`, pieces());
    let read = 0;
    for await (const chunk of await store.read(`${at}page.wacz`)) read += (chunk as Buffer).length;

    expect([stored.size, read]).toEqual([20 << 20, 20 << 20]);
    expect(await code(store.put(`${at}page.wacz`, pieces()))).toBe('done');
  });

  it('lists the keys under a prefix, and no others', async () => {
    for (const key of ['b', 'a/2', 'a/1']) await store.put(`${place()}${key}`, hello);
    const outer = `evidence/PK-list-${n}/`;
    for (const key of ['b', 'a/2', 'a/1', 'ab/1']) await store.put(`${outer}${key}`, hello);

    expect((await store.list(`${outer}a/`)).map(({ key }) => key)).toEqual([`${outer}a/1`, `${outer}a/2`]);
    expect(await store.list(outer)).toEqual(
      ['a/1', 'a/2', 'ab/1', 'b'].map((key) => ({ key: `${outer}${key}`, size: 5 })),
    );
  });

  it('removes everything under a prefix', async () => {
    await store.put(`${place()}a/1`, hello);
    await store.put(`${at}b`, hello);

    await store.remove(`${at}a/`);
    await store.remove(`${at}a/`);
    expect((await store.list(at)).map(({ key }) => key)).toEqual([`${at}b`]);
    expect(await code(store.bytes(`${at}a/1`))).toBe('STORE_MISSING');
    expect(await code(store.put(`${at}a/1`, Buffer.from('something else')))).toBe('done');
  });

  it('removes nothing that is retained, through any prefix, before its time', async () => {
    await store.put(`${place()}0/data/a`, hello);
    await store.retain(`${at}0/`, new Date(now.getTime() + day));

    for (const prefix of [at, `${at}0/`, `${at}0/data/`])
      expect(await code(other.remove(prefix))).toBe('STORE_RETAINED');
    expect(await textOf(`${at}0/data/a`)).toBe('hello');
  });

  it('lists the prefixes directly under one, and the end of a retention', async () => {
    const key = place();
    await store.put(`${key}1/data/a`, Buffer.from('a'));
    await store.put(`${key}2/b`, Buffer.from('b'));
    await store.put(`${key}c`, Buffer.from('c'));
    const until = new Date(now.getTime() + day);
    await store.retain(`${key}1/`, until);

    expect(await store.folders(key)).toEqual([`${key}1/`, `${key}2/`]);
    expect(await store.folders(`${key}9/`)).toEqual([]);
    expect(await store.retainedUntil(`${key}1/`)).toEqual(until);
    expect(await store.retainedUntil(`${key}2/`)).toBeUndefined();
    await removeUnlessRetained(store, `${key}1/`);
    await removeUnlessRetained(store, `${key}2/`);
    expect(await store.folders(key)).toEqual([`${key}1/`]);
  });

  it('never shortens a retention', async () => {
    await store.put(`${place()}a`, hello);
    await store.retain(at, new Date(now.getTime() + 2 * day));
    await store.retain(at, new Date(now.getTime() + day));

    now = new Date(now.getTime() + 1.5 * day);
    expect(await code(store.remove(at))).toBe('STORE_RETAINED');
  });

  it.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', 'a/.hidden', 'a\\b', 'a b', 'ä', 'a\0', 'a'.repeat(256)])(
    'refuses the key %j',
    async (key) => {
      expect(await code(store.put(key, hello))).toBe('STORE_KEY_INVALID');
      expect(await code(store.read(key))).toBe('STORE_KEY_INVALID');
    },
  );

  it.each(['', '/', 'evidence', 'evidence/../', '.retained/', '../'])('refuses the prefix %j', async (prefix) => {
    const works = [store.list(prefix), store.remove(prefix), store.retain(prefix, now)];
    expect(await Promise.all(works.map(code))).toEqual(works.map(() => 'STORE_KEY_INVALID'));
  });
});

describe('a store in a folder', () => {
  it('removes evidence after its retention has ended', async () => {
    const store = await openFolderStore(join(home, 'over'), { clock: () => now });
    await store.put('evidence/PK1/a', Buffer.from('a'));
    await store.retain('evidence/PK1/', new Date(now.getTime() + day));

    now = new Date(now.getTime() + 2 * day);
    await store.remove('evidence/');
    expect(readdirSync(join(home, 'over'), { recursive: true }).sort()).toEqual(['.incoming', '.retained']);
  });

  it('has read-only files', async () => {
    const store = await openFolderStore(join(home, 'modes'));
    await store.put('evidence/a', Buffer.from('a'));

    expect(statSync(join(home, 'modes/evidence/a')).mode & 0o777).toBe(0o400);
    expect(statSync(join(home, 'modes/evidence')).mode & 0o777).toBe(0o700);
  });
});

describe('a record in a bucket', () => {
  const openRecord = (bucket: string) => openS3WriteOnceStore(s3.url(bucket), join(home, 'record'));

  it('lets one of several concurrent writers of a key win, and never overwrites', async () => {
    const records = [await openRecord('plain'), await openRecord('plain')];
    const put = (n: number) => records[n % 2]?.put('log.example/000000000001', Buffer.from(`head ${n}`));

    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(put));

    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    expect(Buffer.from((await records[0]?.bytes('log.example/000000000001')) ?? '').toString()).toBe(`head ${winner}`);
    expect((await records[1]?.list('log.example/'))?.map(({ key }) => key)).toEqual(['log.example/000000000001']);
  });

  // This server ignores conditions on versioned buckets.
  it('is refused if the bucket overwrites in spite of If-None-Match', async () => {
    await expect(openRecord('locked')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('If-None-Match'),
    });
  });

  it('is reported if the bucket does not exist', async () => {
    await expect(openRecord('nowhere')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});

function clientOf(url: string): S3Client {
  const endpoint = new URL(url).searchParams.get('endpoint') ?? '';
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
}

describe('a store in a bucket', () => {
  it('has every version of retained evidence locked by the service', async () => {
    const store = await open('locked');
    await store.put('evidence/locked/a', Buffer.from('a'));
    await store.retain('evidence/locked/', new Date(Date.now() + day));
    store.close();

    const client = clientOf(s3.url('locked'));
    const Prefix = 'evidence-of/here/evidence/locked/';
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: 'locked', Prefix }));
    for (const { Key, VersionId } of Versions)
      await expect(
        client.send(new DeleteObjectCommand({ Bucket: 'locked', Key, VersionId })),
        'removed despite its lock',
      ).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(Versions).toHaveLength(1);
    client.destroy();
  });

  it('is refused if it has a default retention, which would keep discarded captures', async () => {
    await s3.makeBucket('keeping', { hasLock: true });
    const client = clientOf(s3.url('keeping'));
    const Rule = { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1 } } as const;
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled', Rule } as const;
    await client.send(new PutObjectLockConfigurationCommand({ Bucket: 'keeping', ObjectLockConfiguration }));
    client.destroy();

    await expect(open('keeping')).rejects.toMatchObject({ message: expect.stringContaining('default retention') });
  });

  it('lists more keys than the service returns at once', async () => {
    const store = await open('plain');
    const count = 1_001;
    const lane = async (first: number) => {
      for (let i = first; i < count; i += 20) await store.put(`many/${i}`, Buffer.from('a'));
    };
    await Promise.all(Array.from({ length: 20 }, (_, first) => lane(first)));

    expect(await store.list('many/')).toHaveLength(count);
    store.close();
  });

  describe('that takes large files in parts', () => {
    const sizes = { singleBytes: 6 * 2 ** 20, partBytes: 5 * 2 ** 20 };
    const bytes = randomBytes(12 * 2 ** 20 + 1);
    const begun = async () => {
      const client = clientOf(s3.url('plain'));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'plain' }));
      client.destroy();
      return Uploads.length;
    };

    it.each([
      ['as they are', undefined],
      ['encrypted', key],
    ])('returns them whole and doesn’t overwrite them, %s', async (how, key) => {
      const store = await open('plain', key, sizes);
      const at = key ? 'parts/encrypted/a' : 'parts/plain/a';

      await store.put(at, bytes);
      await store.put(at, bytes);

      expect((await store.list(at.slice(0, -1))).map(({ size }) => size)).toEqual([bytes.length]);
      expect(sha256Hex(await store.bytes(at))).toBe(sha256Hex(bytes));
      await expect(store.put(at, randomBytes(bytes.length))).rejects.toMatchObject({ code: 'STORE_TAKEN' });
      expect(await begun(), how).toBe(0);
      store.close();
    });

    it('keeps nothing of a file that differs from its digest', async () => {
      const store = await open('plain', undefined, sizes);
      const path = join(home, 'changed');
      writeFileSync(path, bytes);
      const file = { path, size: bytes.length, sha256: sha256Hex(Buffer.from('other')), sm3: '', crc32: 0 };

      await expect(store.adopt('parts/changed/a', file)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });

      expect(await store.list('parts/changed/')).toEqual([]);
      expect(await begun()).toBe(0);
      store.close();
    });

    it('removes parts that a crash left, but none of an upload that may go on', async () => {
      const store = await open('plain', undefined, sizes);
      const client = clientOf(s3.url('plain'));
      const left = { Bucket: 'plain', Key: 'evidence-of/here/parts/left' };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(left));
      await client.send(new UploadPartCommand({ ...left, UploadId, PartNumber: 1, Body: Buffer.alloc(1) }));
      client.destroy();

      await store.removeUnfinished(new Date(Date.now() - day));
      const young = await begun();
      await store.removeUnfinished(new Date(Date.now() + day));

      expect([young, await begun()]).toEqual([1, 0]);
      store.close();
    });
  });

  it('is reported as missing before anything is written', async () => {
    await expect(open('nowhere')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});
