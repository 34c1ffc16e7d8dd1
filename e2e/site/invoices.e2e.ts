import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Language, orderCalls } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOperator } from '../kit/operator.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text } = siteWords(language);
  return {
    orders: text('invoice-orders.caption'),
    pick: text('invoice-orders.pickAll'),
    apply: text('invoice-orders.apply', { amount: '¥700.00' }),
    send: text('invoice-apply.apply', { amount: '¥700.00' }),
    add: text('invoice-ask-for.add'),
    name: text('packages-bought.name'),
    taxNumber: text('invoice-facts.taxNumber'),
    wrong: text('invoice-header-form.taxNumberWrong'),
    save: text('member-edit.save'),
    email: text('invoice-ask-for.email'),
    waits: text('invoice-state-notice.waits'),
    why: text('invoice-state-notice.rejected', { reason: text('console-invoice-issue.mismatch') }),
    again: text('invoice-state-notice.reapply'),
    applyAgain: text('invoice-reapply.apply', { amount: '¥700.00' }),
    sheet: text('invoice.downloadSheet'),
    list: text('invoice.back'),
    withdraw: text('invoice-state-notice.withdraw'),
    withdrawn: text('invoice-state-notice.withdrawn'),
    toOrders: text('invoice-state-notice.toOrders'),
    headers: text('invoice-headers.list'),
    isDefault: text('invoice-headers.isDefault'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

const atConsoleIn = (language: Language) => {
  const { text } = siteWords(language);
  return {
    title: text('invoices.title'),
    reason: text('console-invoice-issue.reason'),
    mismatch: text('console-invoice-issue.mismatch'),
    reject: text('console-invoice-issue.reject'),
    rejected: text('console-invoice-issue.rejected'),
    number: text('invoice.number'),
    issue: text('console-invoice-issue.issue'),
    numberWrong: text('console-invoice-number.numberWrong'),
    issued: text('console-invoice-issue.issued'),
    open: text('console-invoice-red-flush.open'),
  };
};
const atConsole = { zh: atConsoleIn('zh'), en: atConsoleIn('en') };

let web: Web;
let operatorToken: string;
beforeAll(async () => {
  web = await openSharedWeb();
  operatorToken = (await newOperator(web)).token;
});
afterAll(() => web.close());

/** Pays at the sandbox cashier like a browser. */
async function recharge(client: Client, amountCents: number): Promise<void> {
  const { orderNo } = await client.ask(orderCalls.recharge, { amountCents });
  const { paymentId } = await client.ask(orderCalls.payOrder, { orderNo, way: 'sandbox' });
  const step = await client.ask(orderCalls.openPayment, { paymentId: paymentId ?? '' });
  if (step.kind !== 'redirect') throw new Error('The cashier has no page.');
  const { pathname, origin } = new URL(step.url);
  await fetch(`${client.url}${pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(origin).host },
    body: 'act=pay',
  });
  // The cashier answers after it has notified the service.
  const { state } = await client.ask(orderCalls.order, { orderNo });
  if (state !== 'paid') throw new Error(`The order is ${state}.`);
}

const people = [
  { language: 'en', width: 'phone', phone: '13900000532', number: '26332000000000000532' },
  { language: 'zh', width: 'desk', phone: '13900000531', number: '26332000000000000531' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; number: string }[];

describe.each(readers(people))('a user in $language at $width width', ({ language, width, phone, number }) => {
  const ui = words[language];
  const there = atConsole[language];
  let holder: Visitor;
  let operator: Visitor;
  let page: Page;
  beforeAll(async () => {
    holder = await web.visit({ language, width });
    operator = await web.visit({ language, width });
    ({ page } = holder);
    const client = new Client(web.service);
    await client.register(phone);
    for (const cents of [60_000, 10_000]) await recharge(client, cents);
    const { url } = web.service;
    await holder.context.addCookies([{ name: 'bq-x-token', value: client.token, url }]);
    await operator.context.addCookies([
      { name: 'bq-console-token', value: operatorToken, domain: new URL(url).hostname, path: '/creditor/console/' },
    ]);
  });
  afterAll(async () => {
    await holder.close();
    await operator.close();
  });

  it("applies for an invoice for paid orders and checks the header's tax number", async () => {
    await page.goto('/invoice?tab=orders');
    await page.getByLabel(ui.pick).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: ui.apply, exact: true }).click();
    await page.getByRole('button', { name: ui.add, exact: true }).click();
    const header = page.getByRole('dialog').last();
    await header.getByLabel(ui.name, { exact: true }).fill('杭州存真科技有限公司');
    await header.getByLabel(ui.taxNumber, { exact: true }).fill('91330100799655058A');
    await header.getByRole('button', { name: ui.save, exact: true }).click();
    await header.getByText(ui.wrong).waitFor();
    await header.getByLabel(ui.taxNumber, { exact: true }).fill('91330100799655058B');
    await header.getByRole('button', { name: ui.save, exact: true }).click();
    await page.getByText('杭州存真科技有限公司 · 91330100799655058B').waitFor();
    await page.getByLabel(ui.email).fill('books@example.com');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: ui.send, exact: true }).click();

    await page.getByText(ui.waits).waitFor();
    await expectAccessible(page);
    expect(holder.errors).toEqual([]);
  }, 60_000);

  it('withdraws the application and applies again', async () => {
    await page.getByRole('button', { name: ui.withdraw, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: ui.withdraw, exact: true }).click();
    await page.getByText(ui.withdrawn).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: ui.toOrders, exact: true }).click();
    await page.getByLabel(ui.pick).check();
    await page.getByRole('button', { name: ui.apply, exact: true }).click();
    await page.getByLabel(ui.email).fill('books@example.com');
    await page.getByRole('dialog').getByRole('button', { name: ui.send, exact: true }).click();

    await page.getByText(ui.waits).waitFor();
    expect(holder.errors).toEqual([]);
  }, 60_000);

  it('reads why it was rejected and applies again', async () => {
    const { page: desk } = operator;
    await desk.goto('/console/invoices');
    await desk.getByRole('heading', { level: 1, name: there.title }).waitFor();
    await expectAccessible(desk);
    await desk.getByRole('link', { name: /杭州存真科技有限公司/ }).click();
    await desk.getByLabel(there.reason).fill(there.mismatch);
    await desk.keyboard.press('Escape');
    await expectAccessible(desk);
    await desk.getByRole('button', { name: there.reject, exact: true }).click();
    await desk.getByText(there.rejected).waitFor();

    await page.reload();
    await page.getByText(ui.why).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: ui.again, exact: true }).click();
    await page.getByRole('button', { name: ui.applyAgain, exact: true }).click();
    await page.getByText(ui.waits).waitFor();
    expect([...holder.errors, ...operator.errors]).toEqual([]);
  }, 60_000);

  it('downloads the invoice sheet once the operator has recorded the number', async () => {
    const { page: desk } = operator;
    await desk.goto('/console/invoices');
    await desk.getByRole('link', { name: /杭州存真科技有限公司/ }).click();
    await desk.getByLabel(there.number, { exact: true }).fill('12');
    await desk.getByRole('button', { name: there.issue, exact: true }).click();
    await desk.getByText(there.numberWrong).waitFor();
    await desk.getByLabel(there.number, { exact: true }).fill(number);
    await desk.getByRole('button', { name: there.issue, exact: true }).click();
    await desk.getByText(there.issued).waitFor();
    await desk.getByRole('button', { name: there.open, exact: true }).waitFor();
    await expectAccessible(desk);

    await page.reload();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: ui.sheet, exact: true }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`${number}.pdf`);
    const path = await download.path();
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain('91330100799655058B');
    await expectAccessible(page);
    await page.getByRole('link', { name: ui.list, exact: true }).click();
    await page.getByText(number).waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: ui.headers }).click();
    await page.getByText(ui.isDefault, { exact: true }).waitFor();
    await expectAccessible(page);
    expect([...holder.errors, ...operator.errors]).toEqual([]);
  }, 60_000);
});
