import { execFileSync } from 'node:child_process';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInOperator } from './kit/operator.ts';
import { Client } from './kit/service.ts';
import { startWeb, type Visitor, type Web } from './kit/web.ts';

/** A capture with all its steps, beside a browser that looks on. */
const captureMs = 60_000;
const invoiceNumber = '26332000000000000541';

let site: SampleSite;
let web: Web;
/** As the cashier sends people back to it: cookies know hosts, not what they resolve to. */
let origin: string;
let holder: Visitor;
let operator: Visitor;
let page: Page;

beforeAll(async () => {
  site = await startSampleSite();
  web = await startWeb({ captures: 1, egressAllow: site.egressAllow });
  origin = web.service.url.replace('127.0.0.1', 'localhost');
  holder = await web.visit({ language: 'zh', width: 'desk' });
  operator = await web.visit({ language: 'en', width: 'desk' });
  ({ page } = holder);
  const client = new Client(web.service);
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

it('recharges at the cashier, and buys a package', async () => {
  await page.goto(`${origin}/recharge`);
  await page.getByLabel('充值金额（元）').fill('1000');
  await press(/^去支付/);
  await press('支付 ¥1,000.00');
  await press('付款成功');
  await heading('支付成功');

  await page.goto(`${origin}/buynotarize`);
  await press('购买 · ¥780.00 · 网页存证 100 页');
  await press('支付 ¥780.00');
  await heading('支付成功');
  expect(holder.errors).toEqual([]);
}, 60_000);

it(
  'preserves a page, which the package pays',
  async () => {
    await page.goto(`${origin}/attestation/new`);
    await page.getByRole('textbox', { name: '网址', exact: true }).fill(`${site.httpOrigin}/article`);
    await press('存证 1 页 · 套餐抵扣');
    const shown = page.getByRole('article');
    await shown.getByRole('button', { name: '确认并出具证书' }).click({ timeout: captureMs });
    await shown.getByText('已封存', { exact: true }).waitFor({ timeout: captureMs });
    expect(holder.errors).toEqual([]);
  },
  2 * captureMs,
);

it('finds in the cost center what came, what was bought and what was used', async () => {
  await page.goto(`${origin}/accountSetting/costCenter`);
  const spent = page.getByRole('row', { name: /网页存证/ }).first();
  await spent.waitFor();
  expect((await spent.innerText()).replace(/\s+/g, ' ')).toContain('1 页');
  // Of the package that is given to a new account and of the one that was bought.
  await page.getByText('109 / 110').waitFor();
  await page.getByText('¥220.00').first().waitFor();
  await page.getByRole('tab', { name: '账户明细' }).click();
  await page.getByRole('row', { name: /充值.*1,000\.00/ }).waitFor();
  await page.getByRole('row', { name: /购买套餐.*780\.00.*220\.00/ }).waitFor();
});

it('has an invoice of what was paid, once the operator has issued it', async () => {
  await page.goto(`${origin}/invoice?tab=orders`);
  await page.getByLabel('选择本页全部').check();
  await press('申请发票 · ¥1,000.00');
  await press('添加抬头');
  const header = page.getByRole('dialog').last();
  await header.getByLabel('名称', { exact: true }).fill('杭州存真科技有限公司');
  await header.getByLabel('纳税人识别号', { exact: true }).fill('91330100799655058B');
  await header.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('杭州存真科技有限公司 · 91330100799655058B').waitFor();
  await page.getByLabel('收票邮箱').fill('books@example.com');
  await page.getByRole('dialog').getByRole('button', { name: '申请发票 · ¥1,000.00', exact: true }).click();
  await page.getByText('运营方正在处理。开具后会通知您。').waitFor();

  const { page: desk } = operator;
  await desk.goto('/console/invoices');
  await desk.getByRole('link', { name: /杭州存真科技有限公司/ }).click();
  await desk.getByLabel('Invoice number', { exact: true }).fill(invoiceNumber);
  await desk.getByRole('button', { name: 'Note as issued', exact: true }).click();
  await desk.getByText('It is noted, and the holder was told').waitFor();

  await page.reload();
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载发票信息单（PDF）', exact: true }).click();
  const text = execFileSync('pdftotext', [await (await coming).path(), '-'], { encoding: 'utf8' });
  for (const said of [invoiceNumber, '91330100799655058B', '1,000.00']) expect(text).toContain(said);
  expect([...holder.errors, ...operator.errors]).toEqual([]);
}, 60_000);
