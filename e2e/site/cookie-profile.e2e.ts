import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { attestationCalls as calls } from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { newDataFolder } from '../kit/data-folder.ts';
import { Client, freePort, type RunningService, startService } from '../kit/service.ts';

const value = 'Zx81-session-credential-7Qd4';
const phone = '13600000411';
const captureMs = 120_000;

let home: string;
let dataDir: string;
let port: number;
let service: RunningService;
let client: Client;
const opened = Promise.withResolvers<void>();
const released = Promise.withResolvers<void>();
const site = createServer(async (request, response) => {
  if (request.url === '/slow') {
    opened.resolve();
    await released.promise;
  }
  const isKnown = request.headers.cookie?.includes(`sid=${value}`) ?? false;
  const echo = request.url === '/echo' ? `<script>const token = ${JSON.stringify(value)}</script>` : '';
  const text = isKnown ? '订单 4711，已登录' : '请登录';
  response.setHeader('content-type', 'text/html; charset=utf-8');
  // The cookie is set only for requests that send it, so that only the first response shows who the user is.
  if (isKnown) response.setHeader('set-cookie', `sid=${value}; Path=/; HttpOnly`);
  response.end(`<!doctype html><title>后台</title><h1>${text}</h1><p>${'内容。'.repeat(200)}</p>${echo}`);
});

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cookie-profile-'));
  dataDir = await newDataFolder(home);
  port = await freePort();
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve));
  service = await startService({
    dataDir,
    egressAllow: [`backend.shop.example:${port}`],
    environment: { CAPTURE_CONCURRENCY: '1', LOG_LEVEL: 'debug', CAPTURE_HOSTS: 'backend.shop.example=127.0.0.1' },
  });
  client = new Client(service);
  await client.register(phone);
  await credit(dataDir, phone, 10_000);
});
afterAll(async () => {
  await service?.stop();
  site.close();
  rmSync(home, { recursive: true, force: true });
});

/** Captures a page of the site with a profile of its own. @returns its detail once it has settled */
const capture = async (path: string) => finished((await submit(path)).ano);

async function submit(path: string): Promise<{ ano: string; cookieProfileId: string }> {
  const profile = { name: '店铺后台', site: 'shop.example', cookies: `sid=${value}` };
  const { id: cookieProfileId } = await client.ask(calls.saveCookieProfile, profile);
  const urls = [`http://backend.shop.example:${port}${path}`];
  const { list, refused } = await client.ask(calls.preserveUrls, { urls, cookieProfileId, autoConfirm: true });
  expect(refused).toEqual([]);
  return { ano: list[0]?.ano ?? '', cookieProfileId };
}

async function finished(ano: string) {
  const detail = () => client.ask(calls.info, { ano });
  await expect
    .poll(async () => (await detail()).state, { timeout: captureMs, interval: 500 })
    .toMatch(/^(succeeded|failed|preview)$/);
  return detail();
}

/** Every row of every table as text, including bytea. */
async function databaseText(): Promise<string> {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  try {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await database.close();
  }
}

/** All files below a folder; archives are unpacked with unzip and gzip members with zlib. */
function contentsOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = readFileSync(path);
      if (/\.(zip|wacz)$/.test(name)) {
        const into = `${path}-unpacked`;
        execFileSync('unzip', ['-qq', '-o', path, '-d', into]);
        return contentsOf(into);
      }
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    })
    .join('\n');
}

const forms = [value, Buffer.from(value).toString('hex'), Buffer.from(value).toString('base64')];

describe('a signed-in profile', () => {
  it('opens the page as its user, and its value is in no file of the bundle, no log and no database row', async () => {
    const detail = await capture('/orders');

    expect(detail.state).toBe('succeeded');
    expect(await client.ask(calls.cookieProfiles, {})).toEqual({ list: [] });
    expect(detail.environment?.freshProfile).toBe(false);
    expect(detail.alterations?.map(({ kind }) => kind)).toContain('signed-in');
    const bundle = join(home, 'bundle', 'evidence.zip');
    execFileSync('mkdir', ['-p', join(home, 'bundle')]);
    writeFileSync(bundle, await client.bytes(calls.bundle, { attestationNo: detail.ano }));
    const verified = await verifyHere(bundle, { DATA_DIR: dataDir });
    expect(verified.code, verified.stdout).toBe(0);
    const kept = contentsOf(join(home, 'bundle'));
    expect(Buffer.from(kept, 'latin1').toString()).toContain('订单 4711，已登录');
    const [stored, logged] = [await databaseText(), service.output()];
    for (const form of forms) {
      expect(kept.includes(form), 'the bundle').toBe(false);
      expect(stored.includes(form), 'the database').toBe(false);
      expect(logged.includes(form), 'the log').toBe(false);
    }
  }, 200_000);

  it('preserves nothing, free of charge, if the page shows its value', async () => {
    const before = (await client.ask(calls.list, {})).total;

    const detail = await capture('/echo');

    expect(before).toBe(1);
    expect(detail).toMatchObject({ state: 'failed', failure: { code: 'COOKIES_SHOWN' }, cost: { state: 'released' } });
    const stored = await databaseText();
    for (const form of forms) expect(stored.includes(form)).toBe(false);
  }, 200_000);

  it('once deleted, fails the capture that waits for it, free of charge, and no longer exists', async () => {
    // The node makes one capture at a time, so the second one waits.
    await submit('/slow');
    await opened.promise;
    const waiting = await submit('/orders');
    await client.ask(calls.deleteCookieProfile, { id: waiting.cookieProfileId });
    released.resolve();

    expect(await finished(waiting.ano)).toMatchObject({
      state: 'failed',
      failure: { code: 'COOKIES_GONE' },
      cost: { state: 'released' },
    });
  }, 200_000);
});
