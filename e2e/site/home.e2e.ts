import {
  type AttestationState,
  attestationCalls,
  attestationStateWords,
  blockWords,
  homeCalls,
  type Language,
} from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

/** Time limit for a capture on a busy machine. */
const captureMs = 60_000;
const title = '知识产权投诉规则 - 万货街';

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  return {
    steps: text('home-first.title'),
    waits: `${text('home-waits.title')} 1`,
    look: text('home-waits.lookAt', { name: title }),
    trend: text('home-trend.summary', { days: '30', submitted: '1', sealed: '0', failed: '0' }),
    table: text('growth.table'),
    waiting: `${word(attestationStateWords.preview)} 1`,
    nothing: text('home-waits.nothing'),
    search: either(/^搜索/, /^Search/),
    field: text('search-dialog.field'),
    log: text('foot.chain'),
    pick: text('list-table.pick', { name: title }),
    all: text('invoice-orders.pickAll'),
    confirm: text('bulk-bar.confirm', { count: 1 }),
    ask: text('bulk-dialog.confirm', { count: 1 }),
    back: text('third-return.back'),
    act: text('bulk-dialog.confirmActOf', { count: 1, price: text('bulk-dialog.fromPackage', { count: 1 }) }),
    actOfNone: like('bulk-dialog.confirmActOf'),
    warning: word(blockWords['login-wall']),
    anyway: text('bulk-dialog.anyway'),
    price: text('attestation-cost.heldPackage', { units: either('1 页', '1 page') }),
    done: text('bulk-outcomes.done', { done: '1' }),
    close: text('recovery-codes.done'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let site: SampleSite;
let web: Web;
beforeAll(async () => {
  site = await startSampleSite();
  web = await startWeb({ captures: 1, egressAllow: site.egressAllow });
});
afterAll(async () => {
  await web?.close();
  await site.close();
});

const people = [
  { language: 'zh', width: 'desk', phone: '13900000911' },
  { language: 'en', width: 'phone', phone: '13900000912' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('a user in $language at $width width', ({ language, width, phone }) => {
  const ui = words[language];
  let visitor: Visitor;
  let page: Page;
  let client: Client;
  let ano: string;
  beforeAll(async () => {
    client = new Client(web.service);
    await client.register(phone);
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    await visitor.context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url }]);
  });
  afterAll(() => visitor?.close());

  const state = async (): Promise<AttestationState> => (await client.ask(attestationCalls.info, { ano })).state;

  /** As if the capture had met a login wall. */
  async function warn(): Promise<void> {
    const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
    await database.pool.query(`update attestation set warning = 'login-wall' where ano = $1`, [ano]);
    await database.close();
  }

  it('shows three steps while the account is empty, after at most 12 requests', async () => {
    const requests: string[] = [];
    // The live stream stays open and never finishes.
    page.on('requestfinished', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/home');
    await page.getByRole('heading', { level: 2, name: ui.steps }).waitFor();
    await page.waitForTimeout(1_000);
    expect(requests.filter((path) => path.startsWith('/creditor/'))).toEqual([homeCalls.opening.path]);
    expect(requests.length).toBeLessThanOrEqual(12);
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(3);
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('shows open tasks without a reload', async () => {
    const { list } = await client.ask(attestationCalls.preserveUrls, { urls: [`${site.httpOrigin}/article`] });
    ano = list[0]?.ano ?? '';

    await page.getByRole('heading', { level: 2, name: ui.waits }).waitFor({ timeout: captureMs });
    await page.getByRole('link', { name: ui.waiting, exact: true }).waitFor();
    await page.getByRole('img', { name: ui.trend }).locator('svg').first().waitFor();
    await page.getByText(ui.table, { exact: true }).click();
    await page.getByRole('row').nth(1).getByRole('cell', { name: '1', exact: true }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('finds attestations by number, and pages, by keyboard alone', async () => {
    if (width === 'desk') await page.keyboard.press('Control+k');
    else await page.getByRole('button', { name: ui.search }).click();
    const field = page.getByRole('combobox', { name: ui.field });
    await field.fill(ano.toLowerCase());
    await page.getByRole('option', { name: title, selected: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/attestation/${ano}`);

    await page.keyboard.press('Control+k');
    await field.fill(ui.log);
    await page.getByRole('option', { name: ui.log, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(visitor.errors).toEqual([]);
  });

  it('confirms the selected attestations only after a dialog', async () => {
    await page.goto('/attestation/list');
    await page.getByRole('checkbox', { name: ui.pick }).press('Space');
    expect(await page.getByRole('checkbox', { name: ui.all }).isChecked()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: ui.confirm, exact: true }).click();
    await page.getByRole('dialog', { name: ui.ask }).getByRole('button', { name: ui.back }).click();
    expect(await state()).toBe('preview');
    await warn();
    await page.reload();
    await page.getByRole('checkbox', { name: ui.pick }).press('Space');

    // A page that may be the wrong one is shown with picture, warning and price, and chosen on purpose.
    await page.getByRole('button', { name: ui.confirm, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: ui.ask });
    const row = dialog.getByRole('listitem').filter({ hasText: title });
    await row.getByText(ui.warning).waitFor();
    await row.getByText(ui.price).waitFor();
    await expect
      .poll(() => row.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page);
    expect(await dialog.getByRole('button', { name: ui.actOfNone }).isDisabled()).toBe(true);
    await row.getByRole('checkbox', { name: ui.anyway }).check();
    await dialog.getByRole('button', { name: ui.act }).click();
    await page.getByRole('status').filter({ hasText: ui.done }).waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: ui.close, exact: true }).click();
    await expect.poll(state, { timeout: captureMs }).toBe('succeeded');

    await page.goto(`/attestation/${ano}?tab=files`);
    const proofs = [
      'manifest.json',
      'proof/manifest.tst',
      'proof/manifest.p7s',
      'proof/leaf.tlog-proof',
      'contents.p7s',
    ];
    for (const name of proofs) await page.getByRole('link', { name, exact: true }).waitFor();
    await expectAccessible(page);
    await page.goto('/home');
    await page.getByText(ui.nothing).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
