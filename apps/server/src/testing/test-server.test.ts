import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCluster } from '../database/cluster.ts';
import { killServer } from '../database/stale-server.ts';
import { endServer } from './shared-server.ts';
import { type TestDatabase, testServer } from './test-server.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'test-server-')));
const folder = join(home, 'server');
const server = testServer(() => folder);

beforeAll(() => chmod(home, 0o755));
afterAll(async () => {
  await endServer(folder);
  await rm(home, { recursive: true, force: true });
});

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** In the order of a run: each test needs the server that the one before left. */
describe('the server of a test run', () => {
  let empty: TestDatabase;

  it('starts after a start that failed, with connections for three files at a time', async () => {
    await writeFile(folder, '');
    await expect(server.makeEmpty()).rejects.toThrow();
    await rm(folder);

    empty = await server.makeEmpty();

    expect(await ask(empty.url, 'show max_connections')).toEqual([{ max_connections: '300' }]);
  });

  it('makes the current schema after an attempt that failed', async () => {
    const original = new URL(empty.url);
    original.pathname = '/template1';
    await ask(original.href, 'create table migration ()');
    await expect(server.makeCurrent()).rejects.toThrow('column "name" does not exist');
    const drafts = `select datname from pg_database where datname like 'current%'`;
    expect(await ask(empty.url, drafts)).toEqual([]);
    await ask(original.href, 'drop table migration');

    const { url } = await server.makeCurrent();

    // As in a new database: nothing is queued, and no pass over the schedules was made.
    expect(await ask(url, 'select (select count(*) from job.job)::int as jobs, cron_on from job.version')).toEqual([
      { jobs: 0, cron_on: null },
    ]);
  });

  it('starts again after it was killed', async () => {
    await killServer(await openCluster(folder));

    await expect
      .poll(() => server.makeCurrent().then(Boolean, (error: Error) => error.message), { timeout: 30_000 })
      .toBe(true);
  });

  it('has ended when its folder is deleted', async () => {
    const pid = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

    await endServer(folder);

    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });
});
