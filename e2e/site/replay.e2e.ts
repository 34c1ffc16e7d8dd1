import type { Language } from '@proofkeep/contract';
import { calls, proofPagePath } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readers } from '../kit/readers.ts';
import { startRefusingChromium } from '../kit/refusing-chromium.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Web, widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text } = siteWords(language);
  return {
    replay: text('page-tab.replay'),
    missed: text('replay.missed'),
    again: text('replay.again'),
    blocked: text('replay.blocked'),
    tab: text('replay.tab'),
    opened: text('proof-code.opened'),
    openCode: text('proof-code.open'),
    openReplay: text('proof-replay.open'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };
const replays = '**/replay/**';
const heading = '知识产权投诉规则';

let sample: SampleSite;
let web: Web;
let client: Client;
let url: string;
let ano: string;
beforeAll(async () => {
  sample = await startSampleSite();
  // Playwright disables storage partitioning, and then frames of other sites get no storage; this keeps the default.
  const browserArgs = ['--disable-features=HttpsUpgrades'];
  web = await startWeb({ captures: 1, egressAllow: sample.egressAllow, browserArgs });
  // Only pages of the service's public URL may frame a replay.
  url = web.service.url;
  client = new Client(web.service);
  await client.register('13900001701');
  const { list } = await client.ask(calls.attestations.preserveUrls, {
    urls: [`${sample.httpOrigin}/article`],
    autoConfirm: true,
  });
  ano = list[0]?.ano ?? '';
  const isCertified = async () => (await client.ask(calls.attestations.info, { ano })).state === 'succeeded';
  await vi.waitUntil(isCertified, { timeout: 90_000, interval: 500 });
}, 300_000);
afterAll(async () => {
  await web?.close();
  await sample.close();
});

const people = [
  { language: 'zh', width: 'desk' },
  { language: 'en', width: 'phone' },
] as const;

describe.each(readers(people))(
  "the replay on an attestation's page, in $language at $width width",
  ({ language, width }) => {
    const ui = words[language];

    it('reports that it did not load and shows on retry', { timeout: 90_000 }, async () => {
      const { page, context, errors, close } = await web.visit({ language, width });
      await context.addCookies([{ name: 'bq-x-token', value: client.token, url, httpOnly: true }]);
      await page.clock.install();
      await page.route(replays, (route) => route.abort());
      await page.goto(`${url}/attestation/${ano}`);
      const replay = page.locator('iframe');

      await page.getByTitle(ui.replay, { exact: true }).click();
      await replay.waitFor();
      await page.clock.fastForward(16_000);
      await page.getByText(ui.missed).waitFor();
      expect(await replay.isVisible()).toBe(false);
      await expectAccessible(page);

      await page.unroute(replays);
      await page.getByRole('button', { name: ui.again }).click();
      const content = page.frameLocator('iframe').frameLocator('iframe').frameLocator('iframe');
      await content.getByRole('heading', { name: heading }).waitFor({ timeout: 45_000 });
      expect(await page.getByText(ui.missed).count()).toBe(0);
      // The layout has the captured width, regardless of the frame's width.
      expect(await content.locator(':root').evaluate(() => innerWidth)).toBe(1440);
      const [shown, room] = await Promise.all([replay.boundingBox(), page.locator('.replay').boundingBox()]);
      expect(shown?.height).toBeCloseTo((room?.height ?? 0) - 2, 0);
      if (width === 'desk') expect(shown?.width).toBeCloseTo((room?.width ?? 0) - 2, 0);
      await expectAccessible(page);
      expect(errors).toEqual([]);
      await close();
    });

    it('shows a stranger the page if their check code includes the bundle', { timeout: 90_000 }, async () => {
      const { code } = await client.ask(calls.proof.issueCode, { ano, label: '平台投诉部', uses: 1 });
      const { page, errors, close } = await web.visit({ language, width });
      await page.goto(`${url}${proofPagePath(ano)}#code=${code}`);
      await page.getByRole('button', { name: ui.openCode, exact: true }).click();
      await page.getByRole('heading', { name: ui.opened }).waitFor();

      await page.getByRole('button', { name: ui.openReplay, exact: true }).click();

      const content = page.frameLocator('iframe').frameLocator('iframe').frameLocator('iframe');
      await content.getByRole('heading', { name: heading }).waitFor({ timeout: 45_000 });
      await expectAccessible(page);
      expect(errors).toEqual([]);
      await close();
    });

    it('opens in a tab if the browser refuses storage to frames', { timeout: 90_000 }, async () => {
      const viewport = { width: widths[width], height: 844 };
      const browser = await startRefusingChromium({ viewport, locale: language === 'zh' ? 'zh-CN' : 'en-US' });
      const { context } = browser;
      await context.addCookies([{ name: 'bq-x-token', value: client.token, url, httpOnly: true }]);
      const page = await context.newPage();
      await page.goto(`${url}/attestation/${ano}`);

      await page.getByTitle(ui.replay, { exact: true }).click();
      await page.getByText(ui.blocked).waitFor();
      expect(await page.locator('iframe').isVisible()).toBe(false);
      await expectAccessible(page);

      const opening = context.waitForEvent('page');
      await page.getByRole('link', { name: ui.tab }).click();
      const tab = await opening;
      const content = tab.frameLocator('iframe').frameLocator('iframe').frameLocator('iframe');
      await content.getByRole('heading', { name: heading }).waitFor({ timeout: 45_000 });
      await browser.close();
    });
  },
);
