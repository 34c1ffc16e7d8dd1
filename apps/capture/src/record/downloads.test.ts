import { execFileSync } from 'node:child_process';
import { chownSync, linkSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { answered } from '../testing/exchange.ts';
import { BodyFolder } from './body.ts';
import { recordDownloads } from './downloads.ts';
import type { Exchange } from './exchange.ts';

const url = 'https://shop.example/prices.csv';
const guid = '0b9a3d0e-6c1f-4a53-9d7e-2f0c8f5f7a11';
const isRoot = process.getuid?.() === 0;

let downloadDir: string;
let key: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'));
  downloadDir = join(folder, 'profile');
  mkdirSync(downloadDir);
  key = join(folder, 'key.pem');
  writeFileSync(key, 'secret');
});

/** Returns the record after the browser reports that it has downloaded that file into its folder. */
async function downloaded(name = guid): Promise<Exchange> {
  const exchange = answered(url, { outcome: 'failed', canceled: true });
  const listeners = new Map<string, (event: object) => void>();
  const bus = {
    on: (event: string, listener: (event: object) => void) => listeners.set(event, listener),
    send: async () => ({}),
  } as unknown as CdpBus;
  const work: Promise<void>[] = [];
  const later = (one: Promise<void>) => void work.push(one);
  const bodies = new BodyFolder(mkdtempSync(join(tmpdir(), 'bodies-')));
  await recordDownloads(bus, [exchange], bodies, { browserContextId: '1', downloadDir, later });
  listeners.get('Browser.downloadWillBegin')?.({ guid: name, url });
  listeners.get('Browser.downloadProgress')?.({ guid: name, state: 'completed' });
  await Promise.allSettled(work);
  return exchange;
}

describe('a download', () => {
  const file = () => join(downloadDir, guid);

  it('becomes the body of its exchange', async () => {
    writeFileSync(file(), 'cup,39.90');

    const exchange = await downloaded();

    expect(exchange).toMatchObject({ source: 'download', outcome: 'finished', canceled: false });
    expect(readFileSync(exchange.body?.path ?? '', 'utf8')).toBe('cup,39.90');
  });

  it.each([
    ['a link to another file', () => symlinkSync(key, file())],
    ['another file under a second name', () => linkSync(key, file())],
    ['a folder', () => mkdirSync(file())],
    ['a pipe without a writer', () => void execFileSync('mkfifo', [file()])],
  ])('is not %s', async (_what, put) => {
    put();

    expect(await downloaded()).toMatchObject({ body: null, source: 'none', outcome: 'failed' });
  });

  it.runIf(isRoot)('is dropped if its file belongs to another user than its folder', async () => {
    writeFileSync(file(), 'secret');
    chownSync(downloadDir, 61_184, 61_184);

    expect(await downloaded()).toMatchObject({ body: null, source: 'none' });
  });

  it.each(['../key.pem', 'Local State', ''])('is not named “%s”', async (name) => {
    writeFileSync(join(downloadDir, 'Local State'), '{}');

    expect(await downloaded(name)).toMatchObject({ body: null, source: 'none' });
    expect(readFileSync(key, 'utf8')).toBe('secret');
  });
});
