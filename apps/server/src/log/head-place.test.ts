import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openFolderStore } from '../store/folder-store.ts';
import { openS3WriteOnceStore } from '../store/s3-store.ts';
import { type S3Server, startS3Server } from '../store/testing/s3-server.ts';
import { openTestDatabase } from '../testing/database.ts';
import { type HeadPlace, openHeadPlace } from './head-place.ts';
import { type Log, openLog } from './log.ts';
import type { CommitPoint } from './sequencer.ts';
import { leaf, newSigner } from './testing/test-log.ts';

const signer = await newSigner('log.example/heads');
const databases: Database[] = [];
let home: string;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'heads-'));
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await s3?.close();
  await rm(home, { recursive: true, force: true });
});

/** A new bucket for each test. */
let bucket: string | undefined;
const openPlace = async (): Promise<HeadPlace> =>
  openHeadPlace(
    bucket
      ? await openS3WriteOnceStore(s3.url(bucket), join(home, 'incoming'))
      : await openFolderStore(join(home, 'heads')),
    signer.name,
  );

/** A data folder with its own log; with the same leaves and key it is a copy of another. */
async function dataFolder(name: string) {
  const database = await openTestDatabase();
  databases.push(database);
  const folder = join(home, name);
  const open = async (at?: (point: CommitPoint) => void) =>
    openLog({ database, signer, folder, gatherMs: 0, heads: await openPlace(), at });
  const add = async (log: Log, key: string) => {
    await database.transaction((client) => log.enqueue(client, leaf(key)));
    return log.logged(key);
  };
  const resume = async () => {
    const place = await openPlace();
    return database.transaction((client) => place.resume(client));
  };
  return { database, folder, open, add, resume };
}

describe.each(['a folder', 'a bucket'])('with a record of log heads in %s', (kind) => {
  beforeEach(async () => {
    bucket = kind === 'a bucket' ? `heads-${randomBytes(6).toString('hex')}` : undefined;
    if (bucket) await s3.makeBucket(bucket);
  });

  it('a second copy of the data folder neither publishes nor proves another history, and the first continues', async () => {
    const [first, second] = [await dataFolder('first'), await dataFolder('second')];
    const [log, copy] = [await first.open(), await second.open()];
    await first.add(log, 'a');

    await expect(second.add(copy, 'b')).rejects.toThrow('second copy, and signs nothing');
    await expect(second.open()).rejects.toThrow('second copy, and signs nothing');
    expect(await second.database.pool.query('select from log_checkpoint')).toMatchObject({ rowCount: 0 });
    expect(await readdir(home)).not.toContain('second');
    expect((await first.add(log, 'c')).size).toBe(2);
  });

  it('lets only one of two copies that sign at once continue', async () => {
    const [first, second] = [await dataFolder('first'), await dataFolder('second')];
    const logs = [await first.open(), await second.open()];
    const outcomes = await Promise.allSettled([first.add(logs[0] as Log, 'a'), second.add(logs[1] as Log, 'b')]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each(['committed', 'head-recorded', 'tiles-published', 'published'] as const)(
    'recovers at the next start if stopped when %s',
    async (point) => {
      const only = await dataFolder('only');
      const log = await only.open((reached) => {
        if (reached === point) throw new Error(`stopped when ${point}`);
      });
      await expect(only.add(log, 'a')).rejects.toThrow('stopped when');

      const again = await only.open();
      expect((await only.add(again, 'a')).index).toBe(0);
      expect((await only.add(again, 'b')).size).toBe(2);
    },
  );

  it('signs nothing on an older database until an operator resumes the log, which stops every other copy', async () => {
    const [newest, older] = [await dataFolder('newest'), await dataFolder('older')];
    const log = await newest.open();
    await newest.add(log, 'a');
    await expect(older.open()).rejects.toThrow('old or a second copy');

    expect(await older.resume()).toEqual({ epoch: 2, size: 0, abandonedSize: 1 });
    expect(await older.resume()).toBeUndefined();
    await older.add(await older.open(), 'b');

    await expect(newest.add(log, 'c')).rejects.toThrow('signs nothing');
    const { rows } = await older.database.pool.query(
      'select epoch::int, abandoned_size::int, abandoned_note from log_epoch',
    );
    expect(rows).toEqual([{ epoch: 2, abandoned_size: 1, abandoned_note: (await log.status()).latest?.note }]);
  });

  it('signs nothing if the record was lost or belongs to another log', async () => {
    const only = await dataFolder('only');
    const log = await only.open();
    await only.add(log, 'a');
    if (bucket) await s3.empty(bucket);
    else await rm(join(home, 'heads'), { recursive: true });

    await expect(only.open()).rejects.toThrow('LOG_HEAD_FOLDER');
    await expect(only.add(log, 'b')).rejects.toThrow('LOG_HEAD_FOLDER');
    expect(await only.resume()).toMatchObject({ epoch: 2, size: 1 });
    expect((await only.add(await only.open(), 'b')).size).toBe(2);
  });
});
