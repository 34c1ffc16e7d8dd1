import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tilePath, tilesBetween } from '@proofkeep/tlog';
import { describe, expect, it } from 'vitest';
import { openLog } from './log.ts';
import { newSigner, useTestLog } from './testing/test-log.ts';

const given = useTestLog();
const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

describe('the log', () => {
  it('proves each entry under a signed checkpoint, and stays sound as it grows', async () => {
    const log = await given.open();
    let size = 0;
    for (let round = 0; round < 6; round++) {
      const added = names(round * 7 + 1, `${round}-`);
      await given.enqueue(log, ...added);
      for (const name of added) await given.expectProven(await log.logged(name), name);
      size += added.length;
      await given.expectSound(size);
    }

    expect(await log.status()).toMatchObject({ origin: given.signer.name, size: 111, latest: { size: 111 } });
  });

  it('accepts a leaf once, however often it is enqueued, and rejects other bytes under its key', async () => {
    const log = await given.open();
    const give = (bytes: string) =>
      given.database.transaction((client) => log.enqueue(client, { key: 'a', bytes: Buffer.from(bytes) }));
    await give('one');
    await give('one');
    await expect(give('two')).rejects.toThrow('another entry under a');
    const entry = await log.logged('a');
    await give('one');

    await expect(give('two')).rejects.toThrow('another entry under a');
    expect((await log.logged('a')).index).toBe(entry.index);
    await given.expectSound(1);
  });

  it('drops the leaf of a rolled-back transaction', async () => {
    const log = await given.open();
    const failing = given.database.transaction(async (client) => {
      await log.enqueue(client, { key: 'lost', bytes: Buffer.of(1) });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');

    await expect(log.logged('lost')).rejects.toThrow('lost was not given to the log');
    await given.expectSound(0);
  });

  it('sequences waiting leaves at start, in batches', async () => {
    const log = await given.open();
    await given.enqueue(log, ...names(5000));

    const again = await given.open();
    expect(await again.status()).toMatchObject({ size: 5000, checkpoints: 2 });
    await given.expectProven(await again.logged('n4999'), 'n4999');
    await given.expectSound(5000);
  });

  it.each(['sequenced', 'committed', 'tile-published', 'tiles-published', 'published'] as const)(
    'recovers at the next start if stopped when %s',
    async (point) => {
      const log = await given.open((reached) => {
        if (reached === point) throw new Error(`stopped when ${point}`);
      });
      await given.enqueue(log, ...names(300));
      await expect(log.logged('n0')).rejects.toThrow('stopped when');

      const again = await given.open();
      await given.expectSound(300);
      await given.expectProven(await again.logged('n299'), 'n299');
    },
  );

  it('keeps one history with several sequencers at work at once', async () => {
    const logs = await Promise.all([given.open(), given.open(), given.open()]);
    const all = names(120);
    const entries = await Promise.all(
      all.map(async (name, i) => {
        const log = logs[i % logs.length] as (typeof logs)[number];
        await given.enqueue(log, name);
        return log.logged(name);
      }),
    );

    expect(new Set(entries.map((entry) => entry.index)).size).toBe(120);
    for (const [i, entry] of entries.entries()) await given.expectProven(entry, all[i] ?? '');
    await given.expectSound(120);
  });

  it('accepts a key once if several callers enqueue it while it is logged', async () => {
    const logs = await Promise.all([given.open(), given.open()]);
    const give = async (i: number) => {
      const log = logs[i % 2] as (typeof logs)[number];
      await given.enqueue(log, `k${i % 5}`);
      return (await log.logged(`k${i % 5}`)).index;
    };
    const indexes = await Promise.all(names(40).map((_, i) => give(i)));

    expect(new Set(indexes).size).toBe(5);
    await given.expectSound(5);
  });

  it('publishes the tiles of every signed checkpoint', async () => {
    const log = await given.open();
    await given.enqueue(log, 'a');
    await log.logged('a');
    await given.enqueue(log, ...names(299));
    await log.logged('n0');

    const needed = [...tilesBetween(0, 1), ...tilesBetween(0, 300)].map(tilePath);
    for (const path of needed) await expect(access(join(given.folder, path))).resolves.toBeUndefined();
    expect(await readFile(join(given.folder, 'checkpoint'), 'utf8')).toBe((await log.status()).latest?.note);
  });
});

describe('the log refuses to continue', () => {
  it('on a database older than the published log', async () => {
    const log = await given.open();
    await given.enqueue(log, 'x', 'y');
    await log.logged('y');
    const published = await readFile(join(given.folder, 'checkpoint'), 'utf8');
    await writeFile(join(given.folder, 'checkpoint'), published.replace('\n2\n', '\n9\n'));
    await expect(given.open()).rejects.toThrow('old copy');

    await writeFile(join(given.folder, 'checkpoint'), `${published}— stranger AAAAAAA=\n`);
    await expect(given.open()).rejects.toThrow('another checkpoint of size 2');
  });

  it('if a published file has other content', async () => {
    const log = await given.open();
    await given.enqueue(log, ...names(3));
    await log.logged('n0');
    await writeFile(join(given.folder, 'tile/0/000.p/5'), 'something else');

    await given.enqueue(log, 'n3', 'n4');
    await expect(log.logged('n4')).rejects.toThrow('published with other content');
  });

  it('if the tree differs from its last checkpoint', async () => {
    const log = await given.open();
    await given.enqueue(log, ...names(4));
    await log.logged('n0');
    await given.tamper(`update log_node set hash = sha256('x') where level = 2`);

    await given.enqueue(log, 'n4');
    await expect(log.logged('n4')).rejects.toThrow('not that of its last checkpoint');
  });

  it('under another key than before', async () => {
    const log = await given.open();
    await given.enqueue(log, 'a');
    await log.logged('a');

    const { database, folder, signer } = given;
    const opening = openLog({ database, folder, heads: null, signer: await newSigner(signer.name), gatherMs: 0 });
    await expect(opening).rejects.toThrow('signed with another key');
  });
});
