import type { AddressInfo } from 'node:net';
import { ReplayProgress } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { type Browser, type BrowserContext, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Replay } from '../../apps/server/src/replay/replay.ts';
import { replayerPath } from '../../apps/server/src/replay/serve-replayer.ts';
import { capture, removeCaptures } from '../kit/capture-node.ts';
import { type ReplayProxy, startReplayProxy } from '../kit/replay-proxy.ts';
import { type FramingSite, type HostileSite, startFramingSite, startHostileSite } from '../kit/replay-site.ts';
import { startReplayingChromium } from '../kit/replaying-chromium.ts';
import { type Replays, startReplays } from '../kit/replays.ts';

const limitMs = 90_000;
const waiting = { timeout: limitMs / 2, interval: 100 };
const sampleAno = 'SAMPLE';
const hostileAno = 'HOSTILE';
const callerAno = 'CALLER';
const isShop = /\d{14}mp_\/http:\/\/[^/]+\/shop/;

let sample: SampleSite;
let site: FramingSite;
let hostile: HostileSite;
let replays: Replays;
let replay: Replay;
let browser: Browser;

beforeAll(async () => {
  sample = await startSampleSite();
  site = await startFramingSite();
  const out = `127.0.0.1:${sample.canary.port}`;
  hostile = await startHostileSite({ out, site: site.origin, unguarded: `${replayerPath}sw.js` });
  replays = await startReplays(site.origin);
  replay = await replays.open();
  await replays.keep(
    sampleAno,
    await capture({ url: `${sample.httpOrigin}/shop?big=0`, egressAllow: [...sample.egressAllow] }),
  );
  const caller = new URL('/caller', hostile.page).href;
  await replays.keep(callerAno, await capture({ url: caller, egressAllow: [hostile.authority] }));
  await replays.keep(hostileAno, await capture({ url: hostile.page, egressAllow: [hostile.authority] }));
  browser = await startReplayingChromium();
}, 2 * limitMs);

afterAll(async () => {
  await browser?.close();
  await replay.close();
  hostile.close();
  site.close();
  await sample.close();
  removeCaptures();
  replays.close();
});

describe('a captured page in a frame of the site', () => {
  let context: BrowserContext;
  let page: Page;
  let shown: Frame;
  let requestsBefore: number;
  const asked: string[] = [];
  beforeAll(async () => {
    requestsBefore = sample.requests.length;
    context = await browser.newContext();
    context.on('request', (request) => asked.push(request.url()));
    page = await openedPage(context, sampleAno);
    shown = await frameOf(page, isShop);
  }, limitMs);
  afterAll(() => context.close());

  it('shows its text and the responses fetched by its scripts during the capture', async () => {
    await shown.getByText('雀山同款青鸟保温杯').first().waitFor();
    await shown.getByText('12,846').waitFor();

    expect(await shown.title()).toContain('万货街');
  });

  it('shows its images in their captured size', async () => {
    const pictures = shown.locator('img[src*="gallery-"]');
    const narrowest = () =>
      pictures.evaluateAll((all) => Math.min(...all.map((one) => (one as HTMLImageElement).naturalWidth)));

    expect(await pictures.count()).toBeGreaterThanOrEqual(5);
    await expect.poll(narrowest).toBeGreaterThan(100);
  });

  it('shows its frames, including one of another site', async () => {
    const [service, delivery] = [await frameOf(page, /\/frame\/service$/), await frameOf(page, /\/frame\/delivery$/)];

    await expect.poll(() => service.locator('body').innerText()).toContain('客服小程');
    await expect.poll(() => delivery.locator('body').innerText()).toContain('浙江 金华');
  });

  it('sends requests to its own origin only', () => {
    const known = [`${site.origin}/`, `${replay.frameSource}/`, `blob:${replay.frameSource}/`, 'data:', 'about:'];

    expect(asked.filter((url) => url.includes('page.wacz')).length).toBeGreaterThan(5);
    expect(asked.filter((url) => !known.some((start) => url.startsWith(start)))).toEqual([]);
    expect(sample.requests.slice(requestsBefore)).toEqual([]);
  });

  it('cannot read another capture of the same origin through the replayer around it', async () => {
    const other = addressOf(callerAno);
    const reached: string[] = [];
    context.on('response', (response) => {
      if (response.url().startsWith(other)) reached.push(`${response.status()} ${response.url()}`);
    });
    const around = page
      .frames()
      .filter((frame) => frame.url().startsWith(replay.frameSource) && !isShop.test(frame.url()));
    expect(around.length).toBeGreaterThanOrEqual(2);

    const tried = { other, unguarded: `${replayerPath}sw.js` };
    await Promise.all(around.map((frame) => frame.evaluate(tryNeighbour, tried)));

    expect(reached).toEqual([]);
  });

  it("does not show in its own window or in another site's frame", async () => {
    const address = addressOf(sampleAno);
    const other = await startFramingSite();
    const alone = await context.newPage();

    expect((await alone.goto(address))?.status()).toBe(403);
    await alone.goto(other.pageWith(address));
    await expect.poll(() => alone.frames()[1]?.url()).toMatch(/^chrome-error:/);
    other.close();
  });
});

describe('a replay over a bad connection', { timeout: limitMs }, () => {
  let proxy: ReplayProxy;
  let behind: Replay;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    proxy = await startReplayProxy();
    behind = await replays.open(proxy.origin);
    proxy.port = (behind.app.server.address() as AddressInfo).port;
  });
  beforeEach(async () => {
    proxy.asked.length = 0;
    proxy.mishap = () => undefined;
    context = await browser.newContext();
    page = await context.newPage();
    await page.clock.install();
  });
  afterEach(() => context.close());
  afterAll(async () => {
    await behind.close();
    proxy.close();
  });

  const isPart = (asked: string) => asked.includes('page.wacz');
  const begin = () => page.goto(site.pageWith(addressOf(sampleAno, behind)));

  /** Waits until a request for a part fails, then lets the time limit of that part pass (show.ts). */
  async function missPart(): Promise<void> {
    await vi.waitUntil(() => proxy.asked.some(isPart), waiting);
    proxy.asked.length = 0;
    await page.clock.fastForward(31_000);
  }

  it('is served by its service worker, not by the slow network', async () => {
    const isPlace = (asked: string) => /\/replay\/\?.* iframe$/.test(asked);
    proxy.mishap = (asked) => (isPlace(asked) ? 'halting' : undefined);

    await begin();

    expect((await frameOf(page, isShop)).parentFrame()?.url()).toContain('/replay/?source=');
    expect(proxy.asked.filter(isPlace)).toEqual([]);
  });

  it('is requested again by its placeholder until its service worker is active', async () => {
    const body = `<iframe src="replay/#url=x"></iframe>
<script>
  const register = () => navigator.serviceWorker.register('replay/sw.js?serveIndex=1', { scope: 'replay/' });
  document.querySelector('iframe').addEventListener('load', register, { once: true });
</script>`;
    await page.route(`${proxy.origin}/replay/*/`, (route) => route.fulfill({ contentType: 'text/html', body }));

    await begin();
    const place = page.frameLocator('iframe').frameLocator('iframe');
    await place.locator('replay-app-main').waitFor({ state: 'attached' });

    expect(proxy.asked.filter((asked) => asked.endsWith(' iframe')).length).toBe(1);
  });

  it('starts again when a part fails to load', async () => {
    const isBegunAgain = () => proxy.asked.some((asked) => asked.includes('?again=1'));
    proxy.mishap = (asked) => (isPart(asked) && !isBegunAgain() ? 'broken' : undefined);

    await begin();
    await missPart();

    expect((await frameOf(page, isShop)).parentFrame()?.url()).toContain('/replay/?source=');
  });

  it('reports a failed load to the user and the site until a retry succeeds', async () => {
    proxy.mishap = (asked) => (isPart(asked) ? 'broken' : undefined);

    const printed: unknown[] = [];
    await page.exposeFunction('hear', (data: unknown) => printed.push(data));
    await page.addInitScript(() => {
      if (window.top === window)
        window.addEventListener('message', ({ data }) =>
          (window as unknown as { hear(data: unknown): void }).hear(data),
        );
    });
    await begin();
    await missPart();
    await missPart();

    const around = page.frameLocator('iframe');
    // The second attempt ends after 30 s.
    await around.getByText('回放未能加载').waitFor({ timeout: 60_000 });
    await around.getByText('The replay didn’t load').waitFor();

    proxy.mishap = () => undefined;
    await around.getByRole('button', { name: 'Try again' }).click();
    await frameOf(page, isShop);
    await around.getByText('The replay didn’t load').waitFor({ state: 'hidden' });
    expect(printed.map((one) => ReplayProgress.parse(one).replay)).toEqual([
      'loading',
      'loading',
      'failed',
      'loading',
      'shown',
    ]);
  });
});

describe('a hostile captured page', () => {
  let context: BrowserContext;
  let page: Page;
  let printed: string;
  let url: string;
  let askedBefore: number;
  const pages: Page[] = [];
  beforeAll(async () => {
    askedBefore = hostile.asked();
    context = await browser.newContext();
    page = await context.newPage();
    context.on('page', (opened) => pages.push(opened));
    url = site.pageWith(addressOf(hostileAno));
    await page.goto(url);
    const free = await frameOf(page, /id_\/http:\/\/[^/]+\/free/);
    await free.getByText('all tried').waitFor({ timeout: limitMs });
    printed = await free.locator('#log').innerText();
    // The last attempt, leaving its frame, unloads it.
    await vi.waitUntil(() => free.url().startsWith('chrome-error:'), waiting);
  }, 2 * limitMs);
  afterAll(() => context.close());

  it("makes more than thirty attempts to escape without the replayer's layer", () => {
    expect(printed.trim().split('\n').length).toBeGreaterThan(35);
  });

  it('sends no request to the canary', async () => {
    const reached = [...sample.canary.reached];
    expect(hostile.asked()).toBe(askedBefore);
    await fetch(`http://127.0.0.1:${sample.canary.port}/control`);

    expect(reached).toEqual([]);
    expect(sample.canary.reached).toEqual(['GET /control HTTP/1.1']);
  });

  it('opens no WebRTC connection', { timeout: limitMs }, async () => {
    const reached = sample.canary.reached.length;
    const isCall = /id_\/http:\/\/[^/]+\/call/;
    const called = context.waitForEvent('request', {
      predicate: (request) => isCall.test(request.url()),
      timeout: waiting.timeout,
    });
    const calling = await openedPage(context, callerAno);
    await called; // its frame may be gone at once: the browser may end it at its try
    await calling.waitForTimeout(3000).catch(() => {});

    expect(sample.canary.reached.slice(reached)).toEqual([]);
  });

  it("does not reach the site’s API, with or without the viewer's cookies", () => {
    expect(site.calls.filter(({ path }) => path !== '/favicon.ico')).toEqual([]);
  });

  it('does not navigate the page around it and opens no window', () => {
    expect(page.url()).toBe(url);
    expect(pages.filter((one) => !one.url().startsWith(site.origin))).toEqual([]);
  });

  it('registers no service worker of the replayer without its guard', () => {
    expect(printed).toMatch(/^unguardedWorker: .*violates the Content Security Policy/m);
  });

  it('sets no cookie for the site', async () => {
    const cookies = await context.cookies(site.origin);

    expect(cookies.map(({ name }) => name).sort()).toEqual(['session', 'wide']);
  });
});

const addressOf = (ano: string, of: Replay = replay): string => replays.grant(ano, of).address;

async function openedPage(context: BrowserContext, ano: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.pageWith(addressOf(ano)));
  return page;
}

/** Tries to load another capture through a frame, a worker and the service worker of the origin. */
async function tryNeighbour({ other, unguarded }: { other: string; unguarded: string }): Promise<void> {
  const record = `${other}page.wacz`;
  await fetch(record).catch(() => {});
  const framed = document.createElement('iframe');
  framed.src = `${other}show.js`;
  document.body.append(framed);
  const guarded = (await navigator.serviceWorker.getRegistrations()).flatMap(({ active }) => active ?? []);
  const made = [unguarded, ...guarded.map(({ scriptURL }) => scriptURL)].map((address) => new Worker(address));
  const collection = { name: 'other', type: 'wacz', file: { sourceUrl: record, loadUrl: record }, skipExisting: false };
  for (const worker of [...made, ...guarded]) worker.postMessage({ msg_type: 'addColl', ...collection }, []);
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

const frameOf = (page: Page, address: RegExp): Promise<Frame> =>
  vi.waitFor(() => {
    const frames = page.frames();
    const found = frames.find((frame) => address.test(frame.url()));
    if (!found) throw new Error(`No frame is at ${address}: ${frames.map((frame) => frame.url()).join(', ')}`);
    return found;
  }, waiting);
