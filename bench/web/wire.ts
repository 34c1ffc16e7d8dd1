// Prints how many bytes a browser receives for a few pages: `node bench/web/wire.ts`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { attestationCalls } from '@proofkeep/contract';
import { startSampleSite } from '@proofkeep/fakes';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { Client, startService } from '../../e2e/kit/service.ts';
import { printTable } from '../kit/table.ts';

/** Each page, and whose it is: of a new account, or of one with ten captured pages. */
const visits = [
  { name: 'sign-in', path: '/login' },
  { name: 'home', path: '/home', by: 'newcomer' },
  { name: 'home with ten pages', path: '/home', by: 'holder' },
  { name: 'public verification', path: '/website-show/query' },
] as const;
const pages = 10;

/** Lighthouse's "slow 4G": 1.6 Mbit/s down, 0.75 up, 150 ms round trips; a phone's processor is four times slower. */
const slow = { downloadKbit: 1_600, uploadKbit: 750, latencyMs: 150, cpuSlowdown: 4 };
const rounds = 3;

interface Received {
  requests: number;
  bytes: number;
  /** First contentful paint (W3C Paint Timing), in ms from the start of navigation. */
  paintMs: number;
}

execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
  stdio: 'inherit',
});
const dataDir = mkdtempSync(join(tmpdir(), 'bench-web-'));
const site = await startSampleSite();
const service = await startService({
  dataDir,
  egressAllow: site.egressAllow,
  environment: { CAPTURE_CONCURRENCY: '2', CAPTURE_TRUST_SPKI: site.spki },
});
// `PUBLIC_URL` is `localhost`: at another address a bar loads, too.
const origin = service.url.replace('127.0.0.1', 'localhost');
const browser = await chromium.launch({
  executablePath: '/usr/lib/chromium/chromium-headless-shell',
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const tokens = { newcomer: (await newHolder('13900000701')).token, holder: await givenPages('13900000702') };
  const rows: string[][] = [];
  for (const { name, path, ...whose } of visits) {
    const token = 'by' in whose ? tokens[whose.by] : null;
    const cold = await medianOf(() => visitOnce(path, token));
    const again = await medianOf(() => visitOnce(path, token, { isCached: true }));
    rows.push([
      name,
      String(cold.requests),
      kib(cold.bytes),
      ms(cold.paintMs),
      String(again.requests),
      kib(again.bytes),
      ms(again.paintMs),
    ]);
  }
  printTable(
    ['page', 'requests', 'KiB on the wire', 'first paint, ms', 'again: requests', 'KiB', 'first paint, ms'],
    rows,
  );
} finally {
  await browser.close();
  await service.stop();
  await site.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function newHolder(phone: string): Promise<Client> {
  const client = new Client(service);
  await client.register(phone);
  return client;
}

/** Captures ten pages. @returns the session's token */
async function givenPages(phone: string): Promise<string> {
  const client = await newHolder(phone);
  const urls = Array.from({ length: pages }, (_, n) => `${site.httpOrigin}/article?n=${n}`);
  await client.ask(attestationCalls.preserveUrls, { urls });
  const waiting = async () =>
    (await client.ask(attestationCalls.urlList, {})).list.filter(({ state }) => state !== 'preview').length;
  while ((await waiting()) > 0) await sleep(1_000);
  return client.token;
}

/** Opens a page in a new browser context, signed in with the token, and waits until nothing is loading. */
async function visitOnce(path: string, token: string | null, { isCached = false } = {}): Promise<Received> {
  const context = await browser.newContext({ baseURL: origin, locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    if (token !== null) await context.addCookies([{ name: 'bq-x-token', value: token, url: origin }]);
    if (isCached) await settle(page, path);
    return await measure(page, path);
  } finally {
    await context.close();
  }
}

async function measure(page: Page, path: string): Promise<Received> {
  const cdp = await page.context().newCDPSession(page);
  await throttle(cdp);
  const received = { requests: 0, bytes: 0 };
  const cached = new Set<string>();
  cdp.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  // Bytes on the wire with headers; a live stream never finishes and isn't counted.
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return;
    received.requests++;
    received.bytes += encodedDataLength;
  });
  await settle(page, path);
  const paintMs = (await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  )) as number;
  return { ...received, paintMs };
}

async function throttle(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow.latencyMs,
    downloadThroughput: (slow.downloadKbit * 1_000) / 8,
    uploadThroughput: (slow.uploadKbit * 1_000) / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow.cpuSlowdown });
}

/** Live streams stay open, so "idle" means: the heading is shown and two seconds passed. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(2_000);
}

async function medianOf(run: () => Promise<Received>): Promise<Received> {
  const found: Received[] = [];
  for (let round = 0; round < rounds; round++) found.push(await run());
  const middle = (of: keyof Received) => found.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  return { requests: middle('requests'), bytes: middle('bytes'), paintMs: middle('paintMs') };
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}

function ms(time: number): string {
  return time.toFixed(0);
}
