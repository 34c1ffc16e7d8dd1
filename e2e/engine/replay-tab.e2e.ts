import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Replay } from '../../apps/server/src/replay/replay.ts';
import { replayerPath } from '../../apps/server/src/replay/serve-replayer.ts';
import { capture, removeCaptures } from '../kit/capture-node.ts';
import { type Firefox, startFirefox } from '../kit/firefox.ts';
import { type RefusingChromium, startRefusingChromium } from '../kit/refusing-chromium.ts';
import { type FramingSite, type HostileSite, startFramingSite, startHostileSite } from '../kit/replay-site.ts';
import { type Replays, startReplays } from '../kit/replays.ts';
import { freePort } from '../kit/service.ts';

const limitMs = 90_000;
const waiting = { timeout: limitMs / 2, interval: 100 };
const sampleAno = 'SAMPLE';
const hostileAno = 'HOSTILE';
const isShop = /\d{14}mp_\/http:\/\/[^/]+\/shop/;
const words = '雀山同款青鸟保温杯';

let sample: SampleSite;
let site: FramingSite;
let hostile: HostileSite;
let replays: Replays;
/** With its default addresses, and with a label for each capture, as in production. */
const kinds: Record<'default' | 'pattern', Replay> = {} as never;

beforeAll(async () => {
  sample = await startSampleSite();
  site = await startFramingSite();
  const out = `127.0.0.1:${sample.canary.port}`;
  hostile = await startHostileSite({ out, site: site.origin, unguarded: `${replayerPath}sw.js` });
  replays = await startReplays(site.origin);
  const port = await freePort();
  kinds.default = await replays.open();
  kinds.pattern = await replays.open(`http://*.replay.localhost:${port}`, port);
  const shop = `${sample.httpOrigin}/shop?big=0`;
  await replays.keep(sampleAno, await capture({ url: shop, egressAllow: [...sample.egressAllow] }));
  await replays.keep(hostileAno, await capture({ url: hostile.page, egressAllow: [hostile.authority] }));
}, 2 * limitMs);

afterAll(async () => {
  await Promise.all(Object.values(kinds).map((one) => one.close()));
  hostile.close();
  site.close();
  await sample.close();
  removeCaptures();
  replays.close();
});

/** Address of the tab that the site would offer. */
function tabOf(ano: string, replay: Replay): string {
  const { tabAddress } = replays.grant(ano, replay);
  if (!tabAddress) throw new Error('No tab is offered.');
  return tabAddress;
}

describe('in a Chromium that refuses third-party storage', () => {
  let browser: RefusingChromium;
  let context: BrowserContext;
  beforeAll(async () => {
    browser = await startRefusingChromium();
    context = browser.context;
  }, limitMs);
  afterAll(() => browser?.close());

  it.each(['default', 'pattern'] as const)('reports a blocked frame immediately (%s addresses)', async (kind) => {
    const page = await context.newPage();
    const heard = await progressOf(page);

    const started = performance.now();
    await page.goto(site.pageWith(replays.grant(sampleAno, kinds[kind]).address));
    await expect.poll(() => heard, waiting).toEqual(['loading', 'blocked']);

    expect(performance.now() - started).toBeLessThan(15_000);
    await page.frameLocator('iframe').getByText('This browser doesn’t let pages store data here').waitFor();
    await page.close();
  });

  it.each(['default', 'pattern'] as const)(
    "shows the captured page in a tab, below the product's line (%s addresses)",
    async (kind) => {
      const page = await context.newPage();

      await page.goto(tabOf(sampleAno, kinds[kind]));
      const shown = await frameAt(page, isShop);
      await shown.getByText(words).first().waitFor();

      expect(await page.locator('header').innerText()).toContain(`Replay of ${sample.httpOrigin}/shop?big=0`);
      await page.close();
    },
  );

  describe('a hostile captured page in a tab', () => {
    let page: Page;
    let output: string;
    let url: string;
    let askedBefore: number;
    const opened: Page[] = [];
    beforeAll(async () => {
      askedBefore = hostile.asked();
      page = await context.newPage();
      context.on('page', (one) => opened.push(one));
      url = tabOf(hostileAno, kinds.pattern);
      await page.goto(url);
      const free = await frameAt(page, /id_\/http:\/\/[^/]+\/free/);
      await free.getByText('all tried').waitFor({ timeout: limitMs });
      output = await free.locator('#log').innerText();
      // Its last attempt, leaving its frame, unloads the frame.
      await vi.waitUntil(() => free.url().startsWith('chrome-error:'), waiting);
    }, 2 * limitMs);

    it('sends no request to the canary', async () => {
      const reached = [...sample.canary.reached];
      await fetch(`http://127.0.0.1:${sample.canary.port}/control`);

      expect(output.trim().split('\n').length).toBeGreaterThan(35);
      expect(hostile.asked()).toBe(askedBefore);
      expect(reached).toEqual([]);
      expect(sample.canary.reached).toEqual(['GET /control HTTP/1.1']);
    });

    it('does not reach the site’s API and sets no cookie there', async () => {
      expect(site.calls.filter(({ path }) => path !== '/favicon.ico')).toEqual([]);
      const names = (await context.cookies(site.origin)).map(({ name }) => name);

      expect(names.filter((name) => !['session', 'wide'].includes(name))).toEqual([]);
    });

    it('does not navigate the tab and opens no window', () => {
      expect(page.url()).toBe(url);
      expect(opened).toEqual([]);
    });

    it.each(['a page outside', 'another capture'])('cannot navigate its frame or the tab to %s', async (where) => {
      const to =
        where === 'another capture'
          ? replays.grant(sampleAno, kinds.pattern).address
          : `http://127.0.0.1:${sample.canary.port}/led`;
      const answered: string[] = [];
      context.on('response', (response) => {
        if (response.url().startsWith(to)) answered.push(response.url());
      });
      const again = await context.newPage();
      await again.goto(tabOf(hostileAno, kinds.pattern));
      await frameAt(again, /\d{14}mp_\//);

      const around = await frameAt(again, /\/replay\/[^/]+\/$/);
      await around.evaluate(leaveFor, to);
      await vi.waitUntil(() => around.url().startsWith('chrome-error:'), waiting);

      expect(answered).toEqual([]);
      expect(sample.canary.reached.filter((line) => line.includes('/led'))).toEqual([]);
      expect(again.url()).toContain('/tab/');
      await again.close();
    });
  });
});

describe('in Firefox', () => {
  let firefox: Firefox;
  /** network.cookie.cookieBehavior: 5 partitions third-party storage (the default), 1 refuses it. */
  const start = async (cookieBehavior: 1 | 5) => {
    firefox = await startFirefox({ 'network.cookie.cookieBehavior': cookieBehavior });
  };

  describe('with default settings', () => {
    beforeAll(() => start(5), limitMs);
    afterAll(() => firefox.close());

    it('shows the captured page in a frame of the site', async () => {
      const tab = await firefox.open(site.pageWith(replays.grant(sampleAno, kinds.default).address));

      await expect.poll(() => tab.textOf(isShop), waiting).toContain(words);
    });
  });

  describe('with third-party storage refused', () => {
    beforeAll(() => start(1), limitMs);
    afterAll(() => firefox.close());

    it('reports in a frame of the site that it is blocked', async () => {
      const tab = await firefox.open(site.pageWith(replays.grant(sampleAno, kinds.default).address));

      const text = () => tab.textOf(/\/replay\/[^/]+\/$/);
      await expect.poll(text, waiting).toContain('This browser doesn’t let pages store data here');
    });

    it.each(['default', 'pattern'] as const)('shows the captured page in a tab (%s addresses)', async (kind) => {
      const tab = await firefox.open(tabOf(sampleAno, kinds[kind]));

      await expect.poll(() => tab.textOf(isShop), waiting).toContain(words);
    });

    it(
      'keeps a hostile page in its tab, without any request',
      async () => {
        // A preconnect opens a connection without a request; Firefox lets pages do this
        // (docs/decisions/0007-replay.md).
        const requests = () => sample.canary.reached.filter((line) => line !== 'TCP');
        const before = requests().length;
        const url = tabOf(hostileAno, kinds.pattern);

        const tab = await firefox.open(url);
        await expect.poll(() => tab.textOf(/id_\/http:\/\/[^/]+\/free/), { timeout: limitMs }).toContain('all tried');
        await new Promise((resolve) => setTimeout(resolve, 2000));

        expect(await tab.url()).toBe(url);
        expect(requests().slice(before)).toEqual([]);
      },
      2 * limitMs,
    );
  });
});

/**
 * Attempts by a captured page to attack the page around the replayer, which has the same origin. Returns before the
 * frame is gone.
 */
function leaveFor(to: string): void {
  window.open(to);
  window.open(to, '_top');
  fetch(to).catch(() => {});
  setTimeout(() => window.location.assign(to), 1000);
}

/** Collects the messages that the frame sends to its parent page. */
async function progressOf(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction('hear', (progress: string) => heard.push(progress));
  await page.addInitScript(() => {
    if (window.top === window)
      window.addEventListener('message', ({ data }) =>
        (window as unknown as { hear(progress: string): void }).hear(data.replay),
      );
  });
  return heard;
}

const frameAt = (page: Page, address: RegExp): Promise<Frame> =>
  vi.waitFor(() => {
    const frames = page.frames();
    const found = frames.find((frame) => address.test(frame.url()));
    if (!found) throw new Error(`No frame is at ${address}: ${frames.map((frame) => frame.url()).join(', ')}`);
    return found;
  }, waiting);
