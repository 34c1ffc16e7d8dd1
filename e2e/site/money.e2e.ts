import { execFileSync } from 'node:child_process';
import { attestationStateWords, orderCalls } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInOperator } from '../kit/operator.ts';
import { Client } from '../kit/service.ts';
import { startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

const inChinese = siteWords('zh');

/** Time limit for a capture beside a browser. */
const captureMs = 60_000;
const invoiceNumber = '26332000000000000541';

let site: SampleSite;
let web: Web;
/** Origin the cashier redirects to. */
let origin: string;
let client: Client;
let holder: Visitor;
let operator: Visitor;
let page: Page;

beforeAll(async () => {
  site = await startSampleSite();
  web = await startWeb({ captures: 1, egressAllow: site.egressAllow });
  origin = web.service.url;
  holder = await web.visit({ language: 'zh', width: 'desk' });
  operator = await web.visit({ language: 'en', width: 'desk' });
  ({ page } = holder);
  client = new Client(web.service);
  await client.register('13900000541');
  await holder.context.addCookies([{ name: 'bq-x-token', value: client.token, url: origin }]);
  const { hostname } = new URL(web.service.url);
  await operator.context.addCookies([
    {
      name: 'bq-console-token',
      value: await signInOperator(web.service),
      domain: hostname,
      path: '/creditor/console/',
    },
  ]);
});
afterAll(async () => {
  await holder?.close();
  await operator?.close();
  await web?.close();
  await site.close();
});

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

it('recharges at the cashier and buys a package', async () => {
  await page.goto(`${origin}/recharge`);
  const typed = page.getByLabel(inChinese.text('recharge.amount'));
  await typed.fill('12.345');
  await typed.blur();
  await page.getByText(inChinese.text('amount-field.wholeCents')).waitFor();
  await typed.fill('１０００');
  await press(inChinese.like('recharge.submit'));
  await press(inChinese.text('pay-choose.pay', { amount: '¥1,000.00' }));
  await press('付款成功');
  await heading(inChinese.text('pay-outcome.paid'));

  await page.goto(`${origin}/buynotarize`);
  await press(inChinese.text('package-product.buy', { amount: '¥780.00', name: '网页存证 100 页' }));
  await press(inChinese.text('pay-choose.pay', { amount: '¥780.00' }));
  await heading(inChinese.text('pay-outcome.paid'));
  expect(holder.errors).toEqual([]);
}, 60_000);

it(
  'preserves a page paid by the package',
  async () => {
    await page.goto(`${origin}/attestation/new`);
    await page
      .getByRole('textbox', { name: inChinese.text('preserve.urls'), exact: true })
      .fill(`${site.httpOrigin}/article`);
    await press(/^存证 1 页 · 套餐抵扣，还剩 \d+$/);
    const shown = page.getByRole('list', { name: inChinese.text('batch.rows') }).getByRole('listitem');
    await shown
      .getByRole('button', { name: inChinese.text('batch-phase.open'), exact: true })
      .click({ timeout: captureMs });
    const review = page.getByRole('dialog', { name: inChinese.text('batch-review.title') });
    await review.getByRole('button', { name: inChinese.text('answer.confirm'), exact: true }).click();
    await press(inChinese.text('batch-review.close'));
    await shown.getByText(attestationStateWords.succeeded[0], { exact: true }).first().waitFor({ timeout: captureMs });
    expect(holder.errors).toEqual([]);
  },
  2 * captureMs,
);

it('lists recharge, purchase and use in the cost center', async () => {
  await page.goto(`${origin}/accountSetting/costCenter`);
  const spent = page.getByRole('row', { name: /网页存证/ }).first();
  await spent.waitFor();
  expect((await spent.innerText()).replace(/\s+/g, ' ')).toContain('1 页');
  // The gift package of a new account and the bought one.
  await page.getByText('109 / 110').waitFor();
  await page.getByText('¥220.00').first().waitFor();
  await page.getByRole('tab', { name: inChinese.text('cost-center.entries') }).click();
  await page.getByRole('row', { name: /充值.*1,000\.00/ }).waitFor();
  await page.getByRole('row', { name: /购买套餐.*780\.00.*220\.00/ }).waitFor();
});

it('downloads the invoice once the operator has issued it', async () => {
  await page.goto(`${origin}/invoice?tab=orders`);
  await page.getByLabel(inChinese.text('invoice-orders.pickAll')).check();
  await press(inChinese.text('invoice-orders.apply', { amount: '¥1,000.00' }));
  await press(inChinese.text('invoice-ask-for.add'));
  const header = page.getByRole('dialog').last();
  await header.getByLabel(inChinese.text('invoice-facts.title'), { exact: true }).fill('杭州存真科技有限公司');
  await header.getByLabel(inChinese.text('invoice-facts.taxNumber'), { exact: true }).fill('91330100799655058B');
  await header.getByRole('button', { name: inChinese.text('invoice-header-form.save'), exact: true }).click();
  await page.getByText('杭州存真科技有限公司 · 91330100799655058B').waitFor();
  await page.getByLabel(inChinese.text('invoice-ask-for.email')).fill('books@example.com');
  await page.getByRole('dialog').getByRole('button', { name: '申请发票 · ¥1,000.00', exact: true }).click();
  await page.getByText(inChinese.text('invoice-state-notice.waits')).waitFor();

  const { page: desk } = operator;
  await desk.goto('/console/invoices');
  await desk.getByRole('link', { name: /杭州存真科技有限公司/ }).click();
  await desk.getByLabel(inEnglish.text('invoice.number'), { exact: true }).fill(invoiceNumber);
  await desk.getByRole('button', { name: inEnglish.text('console-invoice-issue.issue'), exact: true }).click();
  await desk.getByText(inEnglish.text('console-invoice-issue.issued')).waitFor();

  await page.reload();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: inChinese.text('invoice.downloadSheet'), exact: true }).click();
  const text = execFileSync('pdftotext', [await (await coming).path(), '-'], { encoding: 'utf8' });
  for (const part of [invoiceNumber, '91330100799655058B', '1,000.00']) expect(text).toContain(part);
  expect([...holder.errors, ...operator.errors]).toEqual([]);
}, 60_000);

it('finds an order and an invoice by their numbers, by keyboard alone', async () => {
  const { list } = await client.ask(orderCalls.orders, {});
  const orderNo = list[0]?.orderNo ?? '';
  const openByNumber = async (number: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: inChinese.text('search-dialog.field') }).fill(number);
    const inList = inChinese.text('search-dialog.inList', { text: number });
    await page.getByRole('option', { selected: true }).filter({ hasText: number, hasNotText: inList }).waitFor();
    await page.keyboard.press('Enter');
  };

  await openByNumber(orderNo);
  await page.waitForURL(`**/pay/${orderNo}`);
  await openByNumber(invoiceNumber);
  await page.waitForURL(/\/invoice\/[\w-]+$/);
  await page.getByText(invoiceNumber).first().waitFor();
  expect(holder.errors).toEqual([]);
});
