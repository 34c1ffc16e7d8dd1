import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paths } from '@proofkeep/bundle';
import { fileSource, writeZipFile } from '@proofkeep/bundle/node';
import { asZipInputs, openSampleSealer, type SampleBundle } from '@proofkeep/fakes';
import { type Report, readAnchors, verifyBundle } from '@proofkeep/verify';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVerifySite, type VerifySite } from '../kit/verify-site.ts';

const artifact = 'data/page.html';

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
let sample: SampleBundle;
let bundle: string;
let site: VerifySite;
let browser: Browser;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'verify-in-browser-'));
  sealer = await openSampleSealer();
  sample = await sealer.make();
  bundle = await packed(sample.parts);
  site = await startVerifySite();
  browser = await startBrowser();
});

afterAll(async () => {
  await browser.close();
  site.close();
  await sealer.close();
  rmSync(home, { recursive: true });
});

describe('the verifier in a browser reports the same as in Node and sends nothing', () => {
  it('for a valid bundle', async () => {
    expect((await reportOfBoth(bundle)).verdict).toBe('passed');
  });

  it('for a valid bundle without trust anchors', async () => {
    const noAnchors = JSON.stringify({ v: 1, roots: [], logs: [] });

    expect((await reportOfBoth(bundle, noAnchors)).verdict).toBe('not-checked');
  });

  it.each([
    ['an artifact', artifact, middle, 1],
    ['the manifest, still well formed', paths.manifest, lastOfAddress, 1],
    ['the manifest, no longer JSON', paths.manifest, first, 1],
    ['the timestamp token', paths.token, middle, 1],
    ['the inclusion proof, no longer UTF-8', paths.inclusion, first, 0x80],
  ])('for one byte changed in %s', async (_what, name, at, bits) => {
    const bytes = sample.parts.get(name) as Uint8Array;
    const altered = new Map(sample.parts).set(name, flipped(bytes, at(bytes), bits));

    expect(failuresOf(await reportOfBoth(await packed(altered)))).toContain(name);
  });

  it('for a changed byte that breaks a CRC-32', async () => {
    const bytes = readFileSync(bundle);
    const altered = written(flipped(bytes, bytes.indexOf(sample.parts.get(artifact) as Uint8Array), 1));

    expect(failuresOf(await reportOfBoth(altered))).toContain(artifact);
  });

  it.each([
    ['other words', 'not a ZIP, but long enough to hold the end record of one'],
    ['nothing', ''],
  ])('for a file that is not a ZIP but contains %s', async (_what, text) => {
    const report = await reportOfBoth(written(Buffer.from(text)));

    expect(report).toMatchObject({ verdict: 'failed', facts: null });
  });
});

/** Expects equal reports from browser and Node. @returns the report */
async function reportOfBoth(file: string, trust = sample.anchors): Promise<Report> {
  const [inBrowser, inNode] = [await reportInBrowser(file, trust), await reportInNode(file, trust)];
  expect(inBrowser).toStrictEqual(inNode);
  return inNode;
}

async function reportInBrowser(file: string, trust: string): Promise<unknown> {
  const page = await browser.newPage();
  const sent: string[] = [];
  page.context().on('request', (request) => sent.push(request.url()));
  page.on('websocket', (socket) => sent.push(socket.url()));
  // Requests that the page's policy blocks appear on the console only.
  page.on('console', (message) => sent.push(message.text()));
  site.asked.length = 0;

  await page.goto(site.url);
  await page.getByLabel('Trust').fill(trust);
  await page.getByLabel('Bundle').setInputFiles(file);
  const text = await page.getByRole('status').filter({ hasText: /\S/ }).textContent();
  await page.close();

  // Only the requests that loaded the page.
  expect(sent).toEqual([site.url, `${site.url}verify-page.js`]);
  expect(site.asked).toEqual(['/', '/verify-page.js']);
  return JSON.parse(text ?? '');
}

async function reportInNode(file: string, trust: string): Promise<Report> {
  const source = await fileSource(file);
  try {
    return await verifyBundle(source, await readAnchors(trust));
  } finally {
    await source.close();
  }
}

/** Runs only our own page; for root, Chromium's sandbox is unavailable and disabled. */
function startBrowser(): Promise<Browser> {
  const known = [process.env.CHROMIUM_PATH, '/usr/lib/chromium/chromium', '/usr/bin/chromium'];
  const executablePath = known.find((path) => path && existsSync(path));
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

const first = () => 0;
const middle = (bytes: Uint8Array) => bytes.length >> 1;
const lastOfAddress = (bytes: Uint8Array) => Buffer.from(bytes).indexOf('/1"') + 1;

function flipped(bytes: Uint8Array, at: number, bits: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] as number) ^ bits;
  return copy;
}

let files = 0;
const nextFile = () => join(home, `${files++}.zip`);

async function packed(parts: Map<string, Uint8Array>): Promise<string> {
  const path = nextFile();
  await writeZipFile(path, asZipInputs(parts));
  return path;
}

function written(bytes: Uint8Array): string {
  const path = nextFile();
  writeFileSync(path, bytes);
  return path;
}

const failuresOf = ({ findings }: Report): string[] =>
  findings.filter(({ outcome }) => outcome === 'failed').map(({ subject }) => subject);
