import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';

let dataDir: string;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'listening-'));
  database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ear = () => {
  const heard: string[] = [];
  return { heard, message: (text: string) => void heard.push(text), gap: () => void heard.push('— gap —') };
};
const notify = (channel: string, text: string) => database.pool.query('select pg_notify($1, $2)', [channel, text]);

it('delivers committed notifications of its channel only, until it stops', async () => {
  const [mine, other] = [ear(), ear()];
  const stop = await database.listen('a channel', mine);
  await database.listen('another', other);

  const failing = database.transaction(async (client) => {
    await client.query(`select pg_notify('a channel', 'rolled back')`);
    throw new Error('on second thoughts');
  });
  await expect(failing).rejects.toThrow('on second thoughts');
  await notify('a channel', 'one');
  await expect.poll(() => mine.heard).toEqual(['one']);
  await stop();
  await notify('a channel', 'two');
  await notify('another', 'last');

  await expect.poll(() => other.heard).toEqual(['last']);
  expect(mine.heard).toEqual(['one']);
});

it('reconnects after its connection was cut, and reports a gap', async () => {
  const mine = ear();
  await database.listen('cut', mine);

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'proofkeep listening'`,
  );
  await vi.waitFor(() => expect(mine.heard).toEqual(['— gap —']), 5000);
  await notify('cut', 'after');

  await expect.poll(() => mine.heard).toEqual(['— gap —', 'after']);
});
