import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openAuthority } from '@proofkeep/seal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database/database.ts';
import { compileCache } from './testing/compile-cache.ts';
import { makeTestDatabase } from './testing/database.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let home: string;
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'start-'));
  database = await makeTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

async function start(environment: Record<string, string>): Promise<{ status: number; output: string }> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    LANG: 'en_US.UTF-8',
    NODE_COMPILE_CACHE: compileCache,
    PORT: '0',
    REPLAY_PORT: '0',
    CAPTURE_CONCURRENCY: '0',
    ...environment,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, status] = await Promise.all([
    text(child.stderr),
    new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? -1))),
  ]);
  return { status, output };
}

const oneSentence = (why: RegExp) => ({
  status: 1,
  output: expect.stringMatching(new RegExp(`^Proofkeep did not start: [^\n]*${why.source}[^\n]*\n$`)),
});

describe('a refused start prints one sentence', () => {
  it('if a setting is invalid', async () => {
    const { status, output } = await start({ PORT: 'three', DATA_DIR: home });

    expect({ status, isStack: /^ {4}at /m.test(output) }).toEqual({ status: 1, isStack: false });
    expect(output).toContain('PORT');
  });

  it('if there is no database', async () => {
    const nowhere = 'postgresql://nobody@127.0.0.1:1/none';

    expect(await start({ DATA_DIR: join(home, 'one'), DATABASE_URL: nowhere })).toEqual(
      oneSentence(/the database cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\)/),
    );
  });

  it('if the database belongs to a newer release', async () => {
    const opened = await openDatabase({ DATA_DIR: home, DATABASE_URL: database.url });
    await opened.pool.query(`insert into migration (name, sha256) values ('9999_later.sql', '')`);
    await opened.close();

    expect(await start({ DATA_DIR: join(home, 'two'), DATABASE_URL: database.url })).toEqual(
      oneSentence(/that of a newer release, with 9999_later\.sql/),
    );
  });

  it('if a key is missing', async () => {
    const dataDir = join(home, 'three');
    await openAuthority(dataDir);
    const keys = await readdir(join(dataDir, 'keys'));
    await rm(join(dataDir, 'keys', keys.find((name) => name.startsWith('seal')) ?? ''), { recursive: true });

    expect(await start({ DATA_DIR: dataDir, DATABASE_URL: database.url })).toEqual(oneSentence(/seal/));
  });
});
