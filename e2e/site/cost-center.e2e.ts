import { readFile } from 'node:fs/promises';
import { attestationCalls, entryKindWords, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { insertMember } from '../../apps/server/src/features/identity/service.ts';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  return {
    amount: text('recharge.amount'),
    go: like('recharge.submit'),
    payRecharge: text('pay-choose.pay', { amount: '¥1,000.00' }),
    twice: either('付款成功，通知发送两次', 'Pay; notify twice'),
    paid: text('pay-outcome.paid'),
    buy: text('package-product.buy', { amount: '¥780.00', name: either('网页存证 100 页', '100 pages') }),
    payPackage: text('pay-choose.pay', { amount: '¥780.00' }),
    see: text('pay-outcome.packages'),
    name: either('网页存证 100 页', '100 pages'),
    unused: text('package.none'),
    balance: either('¥220.00', '¥220.00'),
    set: text('low-balance.set'),
    below: text('low-balance.amount'),
    wrong: text('console-refund.wrong', { amount: '¥1,000,000.00' }),
    save: text('member-edit.save'),
    low: text('low-balance.low', { amount: '¥300.00' }),
    nothingSpent: text('spending.none'),
    payPages: text('pay-choose.pay', { amount: '¥20.00' }),
    parts: text('cost-overview.monthParts', { balance: '¥0.00', orders: '¥20.00' }),
    packages: text('cost-overview.monthPackages', { amount: '¥780.00' }),
    byService: either(
      /^按服务堆叠的柱形图。.* 消费 ¥20\.00：从余额支付 ¥0\.00，按次支付 ¥20\.00/,
      /^Stacked column chart by service\. .* ¥20\.00 spent, ¥0\.00 from the balance and ¥20\.00 paid separately/,
    ),
    byMember: either(/^按成员堆叠的柱形图。.* 消费 ¥20\.00：/, /^Stacked column chart by member\. .* ¥20\.00 spent, /),
    member: text('spending.member'),
    last: text('spending.last'),
    month: text('spending.month'),
    asTable: text('growth.table'),
    ofMember: either(
      /^Ann 网页存证 12 页 10 - ¥20\.00 ¥20\.00$/,
      /^Ann Page capture Quantity 12 pages From packages 10 .*Paid separately ¥20\.00 Spent ¥20\.00$/,
    ),
    entries: text('cost-center.entries'),
    kind: word(entryKindWords.purchase),
    one: text('pages.total', { count: 1 }),
    orders: text('cost-center.orders'),
    export: text('entries.export'),
    head: either('时间（UTC+8）', 'Time (UTC+8)'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
});
afterAll(() => web.close());

/** Adds a member to the account with this phone. */
async function giveMember(phone: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  try {
    const { rows } = await database.pool.query<{ accountId: string }>(
      'select account_id as "accountId" from login where phone = $1',
      [phone],
    );
    await insertMember(database.pool, {
      accountId: rows[0]?.accountId ?? '',
      phone: phone.replace('139', '138'),
      loginName: `member-${phone}`,
      name: '王芳',
      permissions: [],
      scope: 'own',
      spendingLimitCents: null,
      language: 'zh',
    });
  } finally {
    await database.close();
  }
}

const people = [
  { language: 'en', width: 'phone', phone: '13900000522' },
  { language: 'zh', width: 'desk', phone: '13900000521' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('a user in $language at $width width', ({ language, width, phone }) => {
  const ui = words[language];
  let visitor: Holder;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    visitor = await visitAsHolder(web, { language, width, phone });
    ({ page, origin } = visitor);
  });
  afterAll(() => visitor.close());

  it('shows the cost of ordered pages on the card and in the chart by service and by member', async () => {
    await giveMember(phone);
    await page.goto(`${origin}/accountSetting/costCenter`);
    await page.getByText(ui.nothingSpent).waitFor();
    await expectAccessible(page);
    const client = new Client(web.service);
    client.token = (await visitor.context.cookies()).find(({ name }) => name === 'bq-x-token')?.value ?? '';
    // The gift package of a new account covers ten of twelve.
    const urls = Array.from({ length: 12 }, (_, n) => `https://example.com/${n}`);
    const { orderNo } = await client.ask(attestationCalls.preserveUrls, { urls, byOrder: true });
    await page.goto(`${origin}/pay/${orderNo}`);
    await visitor.press(ui.payPages);
    await visitor.press(ui.twice);
    await visitor.heading(ui.paid);

    await page.goto(`${origin}/accountSetting/costCenter`);
    await page.getByText(ui.parts, { exact: true }).waitFor();
    await page.getByRole('img', { name: ui.byService }).waitFor();
    await expectAccessible(page);
    await visitor.press(ui.member);
    await visitor.press(ui.last);
    await page.getByText(ui.nothingSpent).waitFor();
    await visitor.press(ui.month);
    await page.reload();
    await page.getByRole('img', { name: ui.byMember }).waitFor();
    await page.getByRole('row', { name: ui.ofMember }).waitFor();
    await page.getByText(ui.asTable).click();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('lists a recharge and a package bought from the balance', async () => {
    await page.goto(`${origin}/recharge`);
    await page.getByLabel(ui.amount).fill('1000');
    await visitor.press(ui.go);
    await visitor.press(ui.payRecharge);
    await visitor.press(ui.twice);
    await visitor.heading(ui.paid);

    await page.goto(`${origin}/buynotarize`);
    await page.getByRole('button', { name: ui.buy }).waitFor();
    await expectAccessible(page);
    await visitor.press(ui.buy);
    await visitor.press(ui.payPackage);
    await visitor.heading(ui.paid);
    await page.getByRole('link', { name: ui.see }).click();
    await page.getByRole('link', { name: ui.name, exact: true }).click();
    await page.getByText(ui.unused).waitFor();
    await expectAccessible(page);

    await page.goto(`${origin}/accountSetting/costCenter`);
    await page.getByText(ui.balance).waitFor();
    await page.getByText(ui.packages, { exact: true }).waitFor();
    await page.getByText(ui.parts, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: ui.entries }).click();
    await page.getByRole('button', { name: ui.kind, exact: true }).click();
    await page.getByText(ui.one, { exact: true }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('exports the filtered entries as a spreadsheet', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: ui.export }).click(),
    ]);
    const rows = await readSheet(await readFile(await download.path()));

    expect(rows).toHaveLength(2);
    expect(rows[0]?.[0]).toBe(ui.head);
    expect(rows[1]?.slice(2, 4)).toEqual([-780, 220]);
  });

  it('sets the low-balance alert', async () => {
    await visitor.press(ui.set);
    await page.getByLabel(ui.below).fill('2000000');
    await visitor.press(ui.save);
    await page.getByText(ui.wrong).waitFor();
    await expectAccessible(page);
    await page.getByLabel(ui.below).fill('300');
    await visitor.press(ui.save);

    await page.getByText(ui.low).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('lists the orders in their tab', async () => {
    await page.getByRole('tab', { name: ui.orders }).click();
    await page.getByRole('tabpanel').getByText('¥780.00').first().waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
