import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attestationStateWords, type Language } from '@proofkeep/contract';
import { type ProductSite, productPages, type StyledPage, startProductSite } from '@proofkeep/fakes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { readers } from '../kit/readers.ts';
import { expectAccessibleInBothWidths, startWeb, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));
const captureMs = 90_000;

const pageOf = (style: string): StyledPage => {
  const page = productPages.find((one) => one.style === style);
  if (!page) throw new Error(`There is no page in the style ${style}.`);
  return page;
};

const wordsIn = (language: Language) => {
  const { text, word } = siteWords(language);
  return {
    kind: text('preserve-kinds.ecommerce'),
    urls: text('preserve.productUrls'),
    submit: `${text('preserve.submit', { count: 1 })} · ¥15.00`,
    facts: text('product-fields.label'),
    price: text('product-fields.price'),
    source: text('product-fields.source'),
    rows: text('batch.rows'),
    review: text('batch-phase.open'),
    confirm: text('answer.confirm'),
    sealed: word(attestationStateWords.succeeded),
    bundle: text('detail-header.bundle'),
    choose: text('bundle-tab.choose'),
    verified: text('report.passed'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let home: string;
let site: ProductSite;
let web: Web;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ecommerce-'));
  site = await startProductSite();
  const environment = { CAPTURE_HOSTS: site.hosts, CAPTURE_TRUST_SPKI: site.spki };
  web = await startWeb({ captures: 1, egressAllow: site.egressAllow, environment });
});
afterAll(async () => {
  await web?.close();
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

const people = [
  { language: 'zh', width: 'desk', phone: '13600000301', style: 'taobao' },
  { language: 'en', width: 'phone', phone: '13600000302', style: 'amazon' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; style: string }[];

describe('a product page', () => {
  it.each(readers(people))(
    'is preserved with its price in style $style, and verified by a stranger ($language, $width)',
    {
      timeout: 240_000,
    },
    async ({ style, ...as }) => {
      const word = words[as.language];
      const shopPage = pageOf(style);
      const { page, origin, press, errors } = await visitAsHolder(web, as);
      await credit(web.dataDir, as.phone, 10_000);
      await page.goto(`${origin}/attestation/new`);
      await page.getByRole('link', { name: word.kind }).click();
      await page.getByRole('textbox', { name: word.urls }).fill(site.urlOf(shopPage));
      await expectAccessibleInBothWidths(page);
      await press(word.submit);
      await page.waitForURL(/\/attestation\/batch\//);
      const row = page.getByRole('list', { name: word.rows }).getByRole('listitem');
      await row.getByRole('button', { name: word.review, exact: true }).waitFor({ timeout: captureMs });
      await row.getByRole('link').click();

      const price = page
        .getByRole('list', { name: word.facts })
        .getByRole('listitem')
        .filter({ hasText: word.price })
        .first();
      await price.getByRole('button').focus();
      await price.getByText(word.source).waitFor();
      await price.getByText(shopPage.host).first().waitFor();
      expect(await price.getByText(shopPage.truth.price ?? 'none').count()).toBeGreaterThan(0);
      await page.locator('.attestations-product-box').waitFor();
      await expect.poll(() => isFrameInView(page)).toBe(true);
      await expectAccessibleInBothWidths(page);

      await press(word.confirm);
      await page.getByText(word.sealed, { exact: true }).first().waitFor({ timeout: captureMs });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: word.bundle, exact: true }).click(),
      ]);
      const zip = join(home, `${as.width}.zip`);
      await download.saveAs(zip);
      const anchors = join(web.dataDir, 'trust', 'anchors.json');
      const verified = execFileSync(process.execPath, [proofkeep, 'verify', zip, '--trust', anchors, '--json'], {
        encoding: 'utf8',
      });
      const { verdict, facts, findings } = JSON.parse(verified);
      expect({ verdict, kind: facts.kind }).toEqual({ verdict: 'passed', kind: 'ecommerce' });
      expect(findings).toContainEqual(expect.objectContaining({ check: 'product', outcome: 'passed' }));
      expect(errors).toEqual([]);

      const stranger = await web.visit(as);
      await stranger.page.goto(`${web.service.url}/website-show/query`);
      await stranger.page.getByLabel(word.choose).setInputFiles(zip);
      await stranger.page.getByText(word.verified).first().waitFor({ timeout: captureMs });
      expect(stranger.errors).toEqual([]);
    },
  );
});

/** Whether the frame around the fact lies within the visible part of the screenshot. */
const isFrameInView = (page: Page): Promise<boolean> =>
  page.locator('.attestations-product-screenshot').evaluate((view) => {
    const frame = view.querySelector('.attestations-product-box')?.getBoundingClientRect();
    const seen = view.getBoundingClientRect();
    return frame !== undefined && frame.top >= seen.top - 1 && frame.bottom <= seen.bottom + 1;
  });
