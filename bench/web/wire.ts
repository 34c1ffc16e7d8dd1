// Prints how many bytes a browser receives for three pages: `node bench/web/wire.ts`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { Client, startService } from '../../e2e/kit/service.ts';
import { printTable } from '../kit/table.ts';

const visits = { 'sign-in': '/login', home: '/home', 'public verification': '/website-show/query' } as const;

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
const service = await startService({ dataDir, environment: { CAPTURE_CONCURRENCY: '0' } });
// `PUBLIC_URL` is `localhost`: at another address a bar loads, too.
const origin = service.url.replace('127.0.0.1', 'localhost');
const browser = await chromium.launch({
  executablePath: '/usr/lib/chromium/chromium-headless-shell',
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const client = new Client(service);
  await client.register('13900000701');
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(visits)) {
    const cold = await medianOf(() => visitOnce(path, client.token));
    const again = await medianOf(() => visitOnce(path, client.token, { isCached: true }));
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
  rmSync(dataDir, { recursive: true, force: true });
}

/** Opens a page in a new browser context, signed in if necessary, and waits until nothing is loading. */
async function visitOnce(path: string, token: string, { isCached = false } = {}): Promise<Received> {
  const context = await browser.newContext({ baseURL: origin, locale: 'zh-CN' });
  try {
    const page = await context.newPage();
    if (path === visits.home) await context.addCookies([{ name: 'bq-x-token', value: token, url: origin }]);
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
