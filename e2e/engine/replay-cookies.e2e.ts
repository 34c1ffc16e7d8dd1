import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Replay } from '../../apps/server/src/replay/replay.ts';
import { capture, removeCaptures } from '../kit/capture-node.ts';
import { type CookieSite, startCookieSite } from '../kit/cookie-site.ts';
import { type Firefox, startFirefox } from '../kit/firefox.ts';
import { startRefusingChromium } from '../kit/refusing-chromium.ts';
import { type FramingSite, startFramingSite } from '../kit/replay-site.ts';
import { startReplayingChromium } from '../kit/replaying-chromium.ts';
import { type Replays, startReplays } from '../kit/replays.ts';
import { freePort } from '../kit/service.ts';

const limitMs = 90_000;
const waiting = { timeout: limitMs / 2, interval: 100 };
const isHonest = /\d{14}mp_\/http:\/\/[^/]+\/honest/;
const isFree = /id_\/http:\/\/[^/]+\/free/;
/**
 * Read through the page, its prototype's getter and its frame: each sees only the cookies set by the page, its site and
 * its frame.
 */
const own = 'fromsite=1; theme=dark; broad=1; framed=1';
const ofOwn = [own, own, own, 'undefined'].join('\n');

let site: FramingSite;
let cookieSite: CookieSite;
let replays: Replays;
let replay: Replay;

beforeAll(async () => {
  site = await startFramingSite();
  cookieSite = await startCookieSite();
  replays = await startReplays(site.origin);
  const port = await freePort();
  replay = await replays.open(`http://*.replay.localhost:${port}`, port);
  for (const name of ['honest', 'hostile'] as const)
    await replays.keep(name, await capture({ url: cookieSite[name], egressAllow: [cookieSite.authority] }));
}, 2 * limitMs);

afterAll(async () => {
  await replay?.close();
  cookieSite?.close();
  site?.close();
  removeCaptures();
  replays?.close();
});

const ways = {
  frame: (ano: string) => site.pageWith(replays.grant(ano, replay).address),
  tab: (ano: string) => replays.grant(ano, replay).tabAddress ?? '',
};

describe.each(['frame', 'tab'] as const)('in Chromium, in a %s', (way) => {
  let context: BrowserContext;
  let close: () => Promise<void>;
  beforeAll(async () => {
    if (way === 'frame') {
      const browser = await startReplayingChromium();
      context = await browser.newContext();
      close = () => browser.close();
    } else ({ context, close } = await startRefusingChromium());
  }, limitMs);
  afterAll(() => close?.());

  const open = async (ano: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(ways[way](ano));
    return page;
  };
  const textAt = (page: Page, address: RegExp) =>
    page
      .frames()
      .find((frame) => address.test(frame.url()))
      ?.locator('pre')
      .innerText();
  const namesKept = async () => (await context.cookies()).map(({ name }) => name);
  /** The hostile page's cookies: the browser drops some of them, since together they are over its limits. */
  const namesOfHostile = async () => (await namesKept()).filter((name) => /^(large\d+|tossed|crossed)$/.test(name));
  const openHostile = async (): Promise<Page> => {
    const page = await open('hostile');
    await expect.poll(() => textAt(page, isFree), waiting).toMatch(/^tossed [1-9]/);
    return page;
  };

  it('a captured page neither reads nor writes cookies that other captures’ pages share', {
    timeout: limitMs,
  }, async () => {
    const hostile = await openHostile();

    const honest = await open('honest');
    await expect.poll(() => textAt(honest, isHonest), waiting).toBe(ofOwn);

    await expect.poll(namesOfHostile, waiting).not.toEqual([]);
    // The page reads its cookies every 100 ms.
    await honest.waitForTimeout(300);
    expect(await textAt(honest, isHonest)).toBe(ofOwn);
    expect((await namesKept()).filter((name) => own.includes(name))).toEqual([]);
    await honest.close();
    await hostile.close();
  });

  it('opening a replay removes a hostile page’s cookies', { timeout: limitMs }, async () => {
    const hostile = await openHostile();
    await expect.poll(namesOfHostile, waiting).not.toEqual([]);
    await hostile.close();

    const honest = await open('honest');
    await expect.poll(() => textAt(honest, isHonest), waiting).toBe(ofOwn);

    expect((await namesKept()).filter((name) => !['session', 'wide'].includes(name))).toEqual([]);
  });
});

describe.each(['frame', 'tab'] as const)('in Firefox, in a %s', (way) => {
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await startFirefox({});
  }, limitMs);
  afterAll(() => firefox?.close());

  it('a captured page reads its own cookies only', { timeout: limitMs }, async () => {
    const hostile = await firefox.open(ways[way]('hostile'));
    await expect.poll(() => hostile.textOf(isFree), waiting).toMatch(/^tossed [1-9]/);

    const honest = await firefox.open(ways[way]('honest'));

    await expect.poll(() => honest.textOf(isHonest), waiting).toContain(ofOwn);
  });
});
