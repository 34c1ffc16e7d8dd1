import { readFile } from 'node:fs/promises';
import { attestationCalls, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../apps/server/src/database/database.ts';
import { insertMember } from '../apps/server/src/features/members/store.ts';
import { type Holder, visitAsHolder } from './kit/holder.ts';
import { Client } from './kit/service.ts';
import { expectAccessible, startWeb, type Web, type widths } from './kit/web.ts';

const words = {
  zh: {
    amount: '充值金额（元）',
    go: /^去支付/,
    payRecharge: '支付 ¥1,000.00',
    twice: '付款成功，通知发送两次',
    paid: '支付成功',
    buy: '购买 · ¥780.00 · 网页存证 100 页',
    payPackage: '支付 ¥780.00',
    see: '查看套餐',
    name: '网页存证 100 页',
    unused: '还没有使用过。发起存证时会先用套餐额度。',
    balance: '¥220.00',
    set: '设置提醒',
    below: '提醒金额（元）',
    wrong: '请输入 ¥0.01 至 ¥1,000,000.00 之间的金额',
    save: '保存',
    low: '余额已低于 ¥300.00',
    nothingSpent: '这段时间没有消费。',
    payPages: '支付 ¥20.00',
    parts: '从余额支付 ¥0.00，单独下单支付 ¥20.00',
    packages: '另购买套餐 ¥780.00，不计入消费',
    byService: /^按服务堆叠的柱形图。.* 消费 ¥20\.00：从余额支付 ¥0\.00，单独下单支付 ¥20\.00/,
    byMember: /^按成员堆叠的柱形图。.* 消费 ¥20\.00：/,
    member: '按成员',
    last: '上月',
    month: '本月',
    asTable: '以表格查看',
    ofMember: /^Ann 网页存证 12 页 10 - ¥20\.00 ¥20\.00$/,
    entries: '账户明细',
    kind: '购买套餐',
    one: '共 1 条',
    orders: '订单',
    export: '导出 Excel',
    head: '时间（UTC+8）',
  },
  en: {
    amount: 'Amount (CNY)',
    go: /^Go on to pay/,
    payRecharge: 'Pay ¥1,000.00',
    twice: 'Pay, and tell of it twice',
    paid: 'Paid',
    buy: 'Buy · ¥780.00 · 100 pages',
    payPackage: 'Pay ¥780.00',
    see: 'See your packages',
    name: '100 pages',
    unused: 'Nothing yet. What you preserve is taken from it first.',
    balance: '¥220.00',
    set: 'Set a notice',
    below: 'Below (CNY)',
    wrong: 'Enter an amount from ¥0.01 to ¥1,000,000.00',
    save: 'Save',
    low: 'The balance is below ¥300.00',
    nothingSpent: 'Nothing was spent in this time.',
    payPages: 'Pay ¥20.00',
    parts: '¥0.00 from the balance, ¥20.00 paid separately',
    packages: 'Packages bought for ¥780.00 are not counted',
    byService: /^Bars stacked by service\. .* ¥20\.00 were spent: ¥0\.00 from the balance, ¥20\.00 paid separately/,
    byMember: /^Bars stacked by member\. .* ¥20\.00 were spent: /,
    member: 'By member',
    last: 'Last month',
    month: 'This month',
    asTable: 'As a table',
    ofMember: /^Ann Page Quantity 12 pages From packages 10 .*By own orders ¥20\.00 Spent ¥20\.00$/,
    entries: 'Entries',
    kind: 'Package',
    one: '1 item',
    orders: 'Orders',
    export: 'Export to Excel',
    head: 'Time (UTC+8)',
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>;

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.close());

/** A member of the account of whoever has this phone. */
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
      spendingLimitCents: null,
      language: 'zh',
    });
  } finally {
    await database.close();
  }
}

const people = [
  { language: 'zh', width: 'desk', phone: '13900000521' },
  { language: 'en', width: 'phone', phone: '13900000522' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(people)('somebody who reads $language at a $width', ({ language, width, phone }) => {
  const say = words[language];
  let visitor: Holder;
  let page: Page;
  let origin: string;
  beforeAll(async () => {
    visitor = await visitAsHolder(web, { language, width, phone });
    ({ page, origin } = visitor);
  });
  afterAll(() => visitor.close());

  it('orders pages by themselves, and finds what they cost on the card and, by service or by member, in the chart', async () => {
    await giveMember(phone);
    await page.goto(`${origin}/accountSetting/costCenter`);
    await page.getByText(say.nothingSpent).waitFor();
    await expectAccessible(page);
    const client = new Client(web.service);
    client.token = (await visitor.context.cookies()).find(({ name }) => name === 'bq-x-token')?.value ?? '';
    // Of twelve, ten are taken from the package that a new account is given.
    const urls = Array.from({ length: 12 }, (_, n) => `https://example.com/${n}`);
    const { orderNo } = await client.ask(attestationCalls.preserveUrls, { urls, byOrder: true });
    await page.goto(`${origin}/pay/${orderNo}`);
    await visitor.press(say.payPages);
    await visitor.press(say.twice);
    await visitor.heading(say.paid);

    await page.goto(`${origin}/accountSetting/costCenter`);
    await page.getByText(say.parts, { exact: true }).waitFor();
    await page.getByRole('img', { name: say.byService }).waitFor();
    await expectAccessible(page);
    await visitor.press(say.member);
    await visitor.press(say.last);
    await page.getByText(say.nothingSpent).waitFor();
    await visitor.press(say.month);
    await page.reload();
    await page.getByRole('img', { name: say.byMember }).waitFor();
    await page.getByRole('row', { name: say.ofMember }).waitFor();
    await page.getByText(say.asTable).click();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('recharges, buys a package from the balance, and finds both in the cost center', async () => {
    await page.goto(`${origin}/recharge`);
    await page.getByLabel(say.amount).fill('1000');
    await visitor.press(say.go);
    await visitor.press(say.payRecharge);
    await visitor.press(say.twice);
    await visitor.heading(say.paid);

    await page.goto(`${origin}/buynotarize`);
    await page.getByRole('button', { name: say.buy }).waitFor();
    await expectAccessible(page);
    await visitor.press(say.buy);
    await visitor.press(say.payPackage);
    await visitor.heading(say.paid);
    await page.getByRole('link', { name: say.see }).click();
    await page.getByRole('link', { name: say.name, exact: true }).click();
    await page.getByText(say.unused).waitFor();
    await expectAccessible(page);

    await page.goto(`${origin}/accountSetting/costCenter`);
    await page.getByText(say.balance).waitFor();
    await page.getByText(say.packages, { exact: true }).waitFor();
    await page.getByText(say.parts, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: say.entries }).click();
    await page.getByRole('button', { name: say.kind, exact: true }).click();
    await page.getByText(say.one, { exact: true }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('takes the entries that were found home as a sheet', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say.export }).click(),
    ]);
    const rows = await readSheet(await readFile(await download.path()));

    expect(rows).toHaveLength(2);
    expect(rows[0]?.[0]).toBe(say.head);
    expect(rows[1]?.slice(2, 4)).toEqual([-780, 220]);
  });

  it('sets below which balance to be told', async () => {
    await visitor.press(say.set);
    await page.getByLabel(say.below).fill('2000000');
    await visitor.press(say.save);
    await page.getByText(say.wrong).waitFor();
    await expectAccessible(page);
    await page.getByLabel(say.below).fill('300');
    await visitor.press(say.save);

    await page.getByText(say.low).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('finds what was ordered beside it', async () => {
    await page.getByRole('tab', { name: say.orders }).click();
    await page.getByRole('tabpanel').getByText('¥780.00').first().waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
