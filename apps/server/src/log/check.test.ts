import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkLog } from './check.ts';
import type { Log } from './log.ts';
import { newSigner, useTestLog } from './testing/test-log.ts';

const given = useTestLog();
let log: Log;

/** Three checkpoints, of sizes 1, 2 and 5. */
beforeEach(async () => {
  log = await given.open();
  for (const names of [['a'], ['b'], ['c', 'd', 'e']]) {
    await given.enqueue(log, ...names);
    await log.logged(names[0] ?? '');
  }
});

describe('checkLog', () => {
  it('finds no problem in a sound log', async () => {
    expect(await given.check()).toEqual({ entries: 5, checkpoints: 3, tiles: 6, problems: [] });
  });

  it('rejects signatures of another key', async () => {
    const { vkey } = await newSigner(given.signer.name);
    const { problems } = await checkLog(given.database, { vkey, folder: given.folder, heads: null });
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/checkpoint of size 1: no signature by/);
  });

  it.each([
    ['an entry', `update log_entry set bytes = '\\x00' where idx = 1`, /the leaf hash of entry 1/],
    [
      'an entry with its hash',
      `update log_entry set bytes = '\\x00', leaf_hash = sha256('\\x0000') where idx = 1`,
      /root stored for size 2/,
    ],
    [
      'two entries that changed places',
      'update log_entry a set bytes = b.bytes, leaf_hash = b.leaf_hash from log_entry b where a.idx in (2, 3) and b.idx = 5 - a.idx',
      /root stored for size 5/,
    ],
    ['a missing entry', 'delete from log_entry where idx = 3', /entry 3 is missing/],
    ['the last entry', 'delete from log_entry where idx = 4', /the head says 5 entries, there are 4/],
    ['an inner node', `update log_node set hash = sha256('') where level = 2`, /inner node 2\/0 is wrong/],
    ['a missing inner node', 'delete from log_node where level = 2', /inner node 2\/0 is wrong or missing/],
    ['an inner node too many', `insert into log_node values (9, 0, sha256(''))`, /1 inner nodes belong to no entries/],
    ['a root', `update log_checkpoint set root = sha256('') where size = 2`, /root stored for size 2/],
    [
      'a note',
      `update log_checkpoint set note = replace(note, e'\\n2\\n', e'\\n3\\n') where size = 2`,
      /checkpoint of size 2: /,
    ],
    [
      'a note of another size',
      `update log_checkpoint set note = (select note from log_checkpoint where size = 1) where size = 2`,
      /size 2 states something else/,
    ],
    ['a missing checkpoint', 'delete from log_checkpoint where size = 5', /the last entries are under no checkpoint/],
    [
      'a checkpoint of the future',
      `insert into log_checkpoint select 6, root, note, now() from log_checkpoint where size = 5`,
      /1 checkpoints belong to no entries/,
    ],
    ['the head', 'update log_head set size = 4', /the head says 4 entries, there are 5/],
  ])('names %s, altered in the database', async (_, sql, problem) => {
    await given.tamper(sql);
    expect((await given.check()).problems.join('\n')).toMatch(problem);
  });

  it.each([
    ['tile/0/000.p/5', /tile\/0\/000.p\/5 is not what was logged/],
    ['tile/0/000.p/1', /tile\/0\/000.p\/1 is not what was logged/],
    ['tile/entries/000.p/2', /tile\/entries\/000.p\/2 is not what was logged/],
    ['tile/0/000.p/7', /tile\/0\/000.p\/7 is not what was logged/],
    ['tile/0/001', /tile\/0\/001 is not what was logged/],
    ['tile/0/stray', /tile\/0\/stray is no part of a published log/],
    ['checkpoint', /the published checkpoint, of size 5, is not one of the log/],
  ])('names %s, altered or added in the folder', async (path, problem) => {
    await appendFile(join(given.folder, path), path === 'checkpoint' ? '— x AAAAAAA=\n' : 'x');
    expect((await given.check()).problems.join('\n')).toMatch(problem);
  });

  it('names missing files, and a missing folder', async () => {
    await rm(join(given.folder, 'tile/0/000.p/5'));
    expect((await given.check()).problems).toEqual(['tile/0/000.p/5 was not published']);

    await rm(given.folder, { recursive: true });
    expect((await given.check()).problems).toEqual(['no checkpoint was published']);
  });

  it('names a published checkpoint that cannot be parsed, and one beyond the database', async () => {
    const path = join(given.folder, 'checkpoint');
    const published = await readFile(path, 'utf8');
    await writeFile(path, 'something else');
    expect((await given.check()).problems).toEqual([expect.stringMatching(/checkpoint cannot be read: not a signed/)]);

    await writeFile(path, published.replace('\n5\n', '\n9\n'));
    expect((await given.check()).problems).toEqual([expect.stringMatching(/of size 9, .* an older copy/)]);
  });

  it('ignores a file that is being written', async () => {
    await writeFile(join(given.folder, 'tile/0/001.tmp'), '');
    expect((await given.check()).problems).toEqual([]);
  });

  it('runs beside a log that is appending', async () => {
    const grow = async () => {
      for (let i = 0; i < 10; i++) {
        await given.enqueue(log, `g${i}`);
        await log.logged(`g${i}`);
      }
    };
    const look = async () => {
      for (let i = 0; i < 10; i++) expect((await given.check()).problems).toEqual([]);
    };
    await Promise.all([grow(), look()]);
  });

  it.each([
    `update log_entry set bytes = '\\x00'`,
    `update log_entry set idx = null, leaf_hash = null`,
    'delete from log_entry',
    'truncate log_entry',
    `update log_node set hash = sha256('')`,
    `update log_checkpoint set note = ''`,
    'delete from log_checkpoint',
  ])('covers only tampering past the schema, which itself refuses %s', async (sql) => {
    await expect(given.database.transaction((client) => client.query(sql))).rejects.toThrow('append-only');
  });
});
