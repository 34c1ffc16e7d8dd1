import { execFile, execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAuthority } from '@proofkeep/seal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { openLog } from '../log/log.ts';

const command = fileURLToPath(new URL('../../bin/proofkeep.mjs', import.meta.url));
let home: string;
/** `sound` is a data folder whose log has two entries; `older` is its database from when the log had one. */
let sound: string;
let older: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'log-check-'));
  [sound, older] = [join(home, 'sound'), join(home, 'older')];
  await addEntry('first');
  copy(join(sound, 'postgres'), older);
  await addEntry('second');
});

afterAll(() => rm(home, { recursive: true, force: true }));

async function addEntry(key: string): Promise<void> {
  const { logSigner } = await openAuthority(sound);
  const database = await openDatabase({ DATA_DIR: sound, DATABASE_URL: undefined });
  const log = await openLog({ database, signer: logSigner, folder: join(sound, 'tlog'), heads: null });
  await database.transaction((client) => log.enqueue(client, { key, bytes: Buffer.from(key) }));
  await log.logged(key);
  await log.close();
  await database.close();
}

async function dataFolder(): Promise<string> {
  const dataDir = join(await mkdtemp(join(home, 'copy-')), 'data');
  copy(sound, dataDir);
  return dataDir;
}

/** Keeps file owners: the database server's files don't belong to root. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

const log = (
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', ...settings };
    execFile(process.execPath, [command, 'log', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const check = (dataDir: string) => log(['check'], { DATA_DIR: dataDir });

describe('proofkeep log check', () => {
  it('confirms a sound log, and creates no files', async () => {
    const dataDir = await dataFolder();
    await rm(join(dataDir, 'trust'), { recursive: true });

    expect(await check(dataDir)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✓ The log is sound/) });
    expect((await readdir(dataDir)).sort()).toEqual(['keys', 'postgres', 'tlog']);
  });

  it.each(['tile/0/000.p/2', 'tile/entries/000.p/1'])('names %s if it was altered', async (tile) => {
    const dataDir = await dataFolder();
    await appendFile(join(dataDir, 'tlog', tile), 'x');

    expect(await check(dataDir)).toMatchObject({ code: 1, stdout: expect.stringContaining(`✗ ${tile} is not what`) });
  });

  it.each([
    ['tile/0/000.p/2', /✗ tile\/0\/000\.p\/2 was not published/],
    ['checkpoint', /✗ no checkpoint was published/],
  ])('names %s if it is missing', async (name, problem) => {
    const dataDir = await dataFolder();
    await rm(join(dataDir, 'tlog', name));

    expect(await check(dataDir)).toMatchObject({ code: 1, stdout: expect.stringMatching(problem) });
  });

  it('names a checkpoint that cannot be parsed', async () => {
    const dataDir = await dataFolder();
    await appendFile(join(dataDir, 'tlog', 'checkpoint'), 'x');

    const problem = /✗ the published checkpoint cannot be read/;
    expect(await check(dataDir)).toMatchObject({ code: 1, stdout: expect.stringMatching(problem) });
  });

  it('reports a database that is behind the published log', async () => {
    const dataDir = await dataFolder();
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await rename(older, join(dataDir, 'postgres'));

    const problem = /✗ the published checkpoint, of size 2, is not one of the log: .* an older copy/;
    expect(await check(dataDir)).toMatchObject({ code: 1, stdout: expect.stringMatching(problem) });
  });

  it('does not create a missing installation', async () => {
    const dataDir = join(home, 'nowhere');

    expect(await check(dataDir)).toMatchObject({ code: 2, stderr: expect.stringContaining('no private key at') });
    expect(await readdir(home)).not.toContain('nowhere');
  });
});

describe('proofkeep log resume', () => {
  it('continues a log without its recorded head in the database only if --epoch is given', async () => {
    const settings = { DATA_DIR: await dataFolder(), LOG_HEAD_FOLDER: join(home, 'heads') };

    expect(await log(['check'], settings)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('✗ The record of'),
    });
    expect(await log(['resume'], settings)).toMatchObject({ code: 2, stderr: expect.stringContaining('--epoch') });
    const resumed = await log(['resume', '--epoch'], settings);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('Log resumed in epoch: 2') });
    expect(await log(['check'], settings)).toMatchObject({ code: 0 });
    expect(await log(['resume', '--epoch'], settings)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Nothing to resume'),
    });
  });
});
