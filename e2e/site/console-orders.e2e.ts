import { orderCalls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

const inChinese = siteWords('zh');

let web: Web;
let holder: Visitor;
let operator: Visitor;
let phone: Visitor;
let client: Client;
let orderNo = '';
let recoveryCode = '';

beforeAll(async () => {
  web = await startWeb();
  [holder, operator, phone] = await Promise.all([
    web.visit({ language: 'zh', width: 'desk' }),
    web.visit({ language: 'zh', width: 'desk' }),
    web.visit({ language: 'en', width: 'phone' }),
  ]);
  client = new Client(web.service);
  await client.register('13900000601');
});
afterAll(async () => {
  await Promise.all([holder, operator, phone].map((visitor) => visitor.close()));
  await web.close();
});

const passwordOf = (who: string) => new RegExp(`${who} {2}\\S+ {2}(\\S+)`).exec(web.service.output())?.[1] ?? '';
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

/** Starts the payment of an order. @returns the address of its cashier page */
async function openCashier(no: string): Promise<string> {
  const { paymentId } = await client.ask(orderCalls.payOrder, { orderNo: no, way: 'sandbox' });
  const step = await client.ask(orderCalls.openPayment, { paymentId: paymentId ?? '' });
  if (step.kind !== 'redirect') throw new Error('The sandbox has a page.');
  return step.url;
}

/** Acts at the cashier like a redirected user. */
async function act(cashier: string, button: string): Promise<void> {
  await holder.page.goto(cashier);
  await press(holder.page, button);
  await holder.page.waitForURL(/\/(pay|login)/);
}

it('lists a payment of a wrong amount for the operator', async () => {
  ({ orderNo } = await client.ask(orderCalls.recharge, { amountCents: 20_000 }));
  // The order takes no other payment while one is under review, but the cashier page stays open.
  const cashier = await openCashier(orderNo);
  await act(cashier, '发送金额错误的通知');
  await act(cashier, '付款成功，通知发送两次');
  await expect
    .poll(async () => (await client.ask(orderCalls.order, { orderNo })).state, { timeout: 15_000 })
    .toBe('paid');
  const { page } = operator;
  await page.goto('/console');
  await page.getByRole('textbox', { name: inChinese.text('console-own.userName') }).fill('operator');
  await page
    .getByRole('textbox', { name: inChinese.text('console-password-step.password'), exact: true })
    .fill(passwordOf('Operator'));
  await press(page, inChinese.text('console-password-step.onward'));
  await page.getByRole('img', { name: inChinese.text('console-authenticator.picture') }).waitFor();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  const counter = Math.floor(Date.now() / 30_000);
  await page
    .getByRole('textbox', { name: inChinese.text('console-confirm-authenticator.code') })
    .fill(HOTP.generate({ secret: Secret.fromBase32(secret), counter }));
  await press(page, inChinese.text('console-confirm-authenticator.confirm'));
  recoveryCode = await page.getByRole('listitem').first().innerText();
  await page.getByRole('checkbox', { name: inChinese.text('recovery-codes.kept') }).check();
  await press(page, inChinese.text('recovery-codes.done'));

  await page.getByText(inChinese.text('console-overview-money.sound')).waitFor();
  await page.getByText(inChinese.text('console-overview-money.open', { count: 1 })).waitFor();
  await expectAccessible(page);
}, 60_000);

it('records how the operator resolved it', async () => {
  const { page } = operator;
  await page.getByRole('link', { name: inChinese.text('console-overview-money.look') }).click();
  await page.getByText('内容不符').waitFor();
  await expectAccessible(page);
  await press(page, inChinese.text('console-issues.act'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: inChinese.text('console-issue-review.save') }).click();
  await dialog.getByText(inChinese.text('console-issue-review.noteMissing')).waitFor();
  await dialog
    .getByRole('textbox', { name: inChinese.text('console-issue-review.note') })
    .fill('核对后平台没有这笔款项');
  await dialog.getByRole('button', { name: inChinese.text('console-issue-review.save') }).click();

  await page.getByRole('heading', { name: inChinese.text('console-payments.none') }).waitFor();
  await page.getByRole('tab', { name: inChinese.text('console-payments.done') }).click();
  await page.getByText('核对后平台没有这笔款项').waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: inChinese.text('console-payments.all') }).click();
  await page.getByRole('link', { name: orderNo }).waitFor();
  await expectAccessible(page);
  expect(operator.errors).toEqual([]);
});

it('credits a payment of another amount to its payer', async () => {
  const short = await client.ask(orderCalls.recharge, { amountCents: 5_000 });
  await act(await openCashier(short.orderNo), '发送金额错误的通知');
  const { page } = operator;
  await page.getByRole('tab', { name: inChinese.text('console-payments.open') }).click();
  await page.reload();
  await page.getByText(inChinese.text('console-issues.booked', { amount: '¥50.01' })).waitFor();
  await press(page, inChinese.text('console-issues.act'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: inChinese.text('console-issue-review.save') }).click();
  await dialog.getByText(inChinese.text('console-issue-review.outcomeMissing')).waitFor();
  await dialog.getByRole('radio', { name: inChinese.text('console-issue-review.kept') }).check();
  await dialog.getByRole('textbox', { name: inChinese.text('console-issue-review.note') }).fill('客户同意计入余额');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: inChinese.text('console-issue-review.save') }).click();

  await page.getByRole('heading', { name: inChinese.text('console-payments.none') }).waitFor();
  await page.getByRole('tab', { name: inChinese.text('console-payments.done') }).click();
  await page.getByText(inChinese.text('console-issues.outcome-kept')).waitFor();
  expect((await client.ask(orderCalls.rechargeOptions, {})).balanceCents).toBe(25_001);
  expect(operator.errors).toEqual([]);
});

it('refunds part of an order', async () => {
  const { page } = operator;
  await page.getByRole('link', { name: inChinese.text('console-issues.order'), exact: true }).click();
  const search = page.getByRole('searchbox');
  await search.fill(orderNo.slice(0, -1) + ((Number(orderNo.at(-1)) + 1) % 10));
  await search.press('Enter');
  await page.getByText('订单编号有误，请核对每一位数字').waitFor();
  await expectAccessible(page);
  await search.fill(orderNo);
  await search.press('Enter');
  await page.getByText(inChinese.text('pages.total', { count: 1 })).waitFor();
  await page.getByRole('link', { name: /¥200\.00/ }).click();
  await page.getByText(inChinese.text('console-order-timeline.mismatch', { way: '模拟收银台' })).waitFor();
  await expectAccessible(page);
  await press(page, inChinese.text('console-order-ledger.refund'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(inChinese.text('console-refund.amount')).fill('200.01');
  await dialog.getByRole('button', { name: inChinese.text('console-refund.refund') }).click();
  await dialog.getByText(inChinese.text('low-balance.wrong', { min: '¥0.01', max: '¥200.00' })).waitFor();
  await dialog.getByLabel(inChinese.text('console-refund.amount')).fill('80');
  await dialog
    .getByRole('textbox', { name: inChinese.text('console-certification-case.reason') })
    .fill('客户多充，申请退回');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: inChinese.text('console-refund.submit', { amount: '¥80.00' }) }).click();

  await page.getByText(inChinese.text('console-order-timeline.done', { amount: '¥80.00' })).waitFor();
  await page.getByText(inChinese.text('console-order.refundable', { amount: '¥120.00' })).waitFor();
  await expectAccessible(page);
  expect(operator.errors).toEqual([]);
});

it("shows the refund among the holder's orders", async () => {
  const { page, context } = holder;
  await context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url }]);
  await page.goto('/accountSetting/costCenter?tab=orders');
  await page.getByText(inChinese.text('orders-table.back', { amount: '¥80.00' })).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: orderNo }).click();
  await page.getByRole('heading', { name: inChinese.text('pay-outcome.partly-refunded') }).waitFor();
  expect(holder.errors).toEqual([]);
});

it('shows the same on a phone in English', async () => {
  const { page } = phone;
  await page.goto(`/console/orders/${orderNo}`);
  await page.getByRole('textbox', { name: inEnglish.text('console-own.userName') }).fill('operator');
  await page
    .getByRole('textbox', { name: inEnglish.text('console-password-step.password') })
    .fill(passwordOf('Operator'));
  await press(page, inEnglish.text('console-password-step.onward'));
  await page.getByRole('textbox', { name: inEnglish.text('console-code-step.code') }).fill(recoveryCode);
  await press(page, inEnglish.text('console-code-step.signIn'));

  await page.getByText(inEnglish.text('console-order-timeline.done', { amount: '¥80.00' })).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: inEnglish.text('selected-item.back') }).click();
  await page.getByText(inEnglish.text('pages.total', { count: 2 })).waitFor();
  await expectAccessible(page);
  await page.goto('/console/payments?view=done');
  await page.getByText(inEnglish.text('console-issues.outcome-kept')).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: inEnglish.text('console-payments.all') }).click();
  await page.getByText(inEnglish.text('pages.total', { count: 2 })).waitFor();
  await expectAccessible(page);
  await page.goto('/console');
  await page.getByText(inEnglish.text('console-overview-money.sound')).waitFor();
  await expectAccessible(page);
  await phone.context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url }]);
  await page.goto('/accountSetting/costCenter?tab=orders');
  await page.getByText(inEnglish.text('orders-table.back', { amount: '¥80.00' })).waitFor();
  await expectAccessible(page);
  expect(phone.errors).toEqual([]);
});
