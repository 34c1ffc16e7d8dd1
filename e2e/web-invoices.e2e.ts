import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { billingCalls, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInOperator } from './kit/operator.ts';
import { Client } from './kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from './kit/web.ts';

const words = {
  zh: {
    orders: '可开票订单',
    pick: '选择本页全部',
    apply: '申请发票 · ¥700.00',
    send: '申请发票 · ¥700.00',
    add: '添加抬头',
    name: '名称',
    taxNumber: '纳税人识别号',
    wrong: '税号有误，请核对每一位',
    save: '保存',
    email: '收票邮箱',
    waits: '运营方正在处理。开具后会通知您。',
    why: '申请被驳回：抬头与税号不一致，请核对',
    again: '更正并重新申请',
    applyAgain: '重新申请 · ¥700.00',
    sheet: '下载发票信息单（PDF）',
    list: '全部发票',
    withdraw: '撤回申请',
    withdrawn: '申请已撤回',
    toOrders: '查看可开票订单',
    headers: '发票抬头',
    isDefault: '默认',
  },
  en: {
    orders: 'Orders to invoice',
    pick: 'Select all on this page',
    apply: 'Apply for an invoice · ¥700.00',
    send: 'Apply · ¥700.00',
    add: 'Add a header',
    name: 'Name',
    taxNumber: 'Tax number',
    wrong: 'The number is not right: compare each character',
    save: 'Save',
    email: 'E-mail address',
    waits: 'The operator works on it. You are told when it is issued.',
    why: 'The application was rejected: Name and tax number do not belong together',
    again: 'Correct and apply again',
    applyAgain: 'Apply again · ¥700.00',
    sheet: 'Download the invoice sheet (PDF)',
    list: 'All invoices',
    withdraw: 'Take it back',
    withdrawn: 'The application was taken back',
    toOrders: 'See orders to invoice',
    headers: 'Invoice headers',
    isDefault: 'Default',
  },
} as const satisfies Record<Language, Record<string, string>>;

const atConsole = {
  zh: {
    title: '发票',
    reason: '驳回原因（用户可见）',
    mismatch: '抬头与税号不一致，请核对',
    reject: '驳回',
    rejected: '已驳回，已通知用户',
    number: '发票号码',
    issue: '登记为已开具',
    numberWrong: '请输入 8 位或 20 位数字',
    issued: '已登记，已通知用户',
    open: '登记红冲',
  },
  en: {
    title: 'Invoices',
    reason: 'Reason for a rejection, which the holder reads',
    mismatch: 'Name and tax number do not belong together',
    reject: 'Reject',
    rejected: 'It is rejected, and the holder was told',
    number: 'Invoice number',
    issue: 'Note as issued',
    numberWrong: 'Enter 8 or 20 digits',
    issued: 'It is noted, and the holder was told',
    open: 'Note a red invoice',
  },
} as const satisfies Record<Language, Record<string, string>>;

let web: Web;
let operatorToken: string;
beforeAll(async () => {
  web = await startWeb();
  operatorToken = await signInOperator(web.service);
});
afterAll(() => web.close());

/** At the sandbox cashier, as a browser sends it. */
async function recharge(client: Client, amountCents: number): Promise<void> {
  const { orderNo } = await client.ask(billingCalls.recharge, { amountCents });
  const { paymentId } = await client.ask(billingCalls.payOrder, { orderNo, way: 'sandbox' });
  const step = await client.ask(billingCalls.openPayment, { paymentId: paymentId ?? '' });
  if (step.kind !== 'redirect') throw new Error('The cashier has no page.');
  const { pathname, origin } = new URL(step.url);
  await fetch(`${client.url}${pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(origin).host },
    body: 'act=pay',
  });
  // It answers once it has told the service.
  const { state } = await client.ask(billingCalls.order, { orderNo });
  if (state !== 'paid') throw new Error(`The order is ${state}.`);
}

const people = [
  { language: 'zh', width: 'desk', phone: '13900000531', number: '26332000000000000531' },
  { language: 'en', width: 'phone', phone: '13900000532', number: '26332000000000000532' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; number: string }[];

describe.each(people)('somebody who reads $language at a $width', ({ language, width, phone, number }) => {
  const say = words[language];
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

  it('applies for an invoice over the orders that were paid, with a header whose tax number is right', async () => {
    await page.goto('/invoice?tab=orders');
    await page.getByLabel(say.pick).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: say.apply, exact: true }).click();
    await page.getByRole('button', { name: say.add, exact: true }).click();
    const header = page.getByRole('dialog').last();
    await header.getByLabel(say.name, { exact: true }).fill('杭州存真科技有限公司');
    await header.getByLabel(say.taxNumber, { exact: true }).fill('91330100799655058A');
    await header.getByRole('button', { name: say.save, exact: true }).click();
    await header.getByText(say.wrong).waitFor();
    await header.getByLabel(say.taxNumber, { exact: true }).fill('91330100799655058B');
    await header.getByRole('button', { name: say.save, exact: true }).click();
    await page.getByText('杭州存真科技有限公司 · 91330100799655058B').waitFor();
    await page.getByLabel(say.email).fill('books@example.com');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: say.send, exact: true }).click();

    await page.getByText(say.waits).waitFor();
    await expectAccessible(page);
    expect(holder.errors).toEqual([]);
  }, 60_000);

  it('thinks better of it, takes the application back and applies anew', async () => {
    await page.getByRole('button', { name: say.withdraw, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: say.withdraw, exact: true }).click();
    await page.getByText(say.withdrawn).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: say.toOrders, exact: true }).click();
    await page.getByLabel(say.pick).check();
    await page.getByRole('button', { name: say.apply, exact: true }).click();
    await page.getByLabel(say.email).fill('books@example.com');
    await page.getByRole('dialog').getByRole('button', { name: say.send, exact: true }).click();

    await page.getByText(say.waits).waitFor();
    expect(holder.errors).toEqual([]);
  }, 60_000);

  it('reads why it was rejected, and applies again', async () => {
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
    await page.getByText(say.why).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: say.again, exact: true }).click();
    await page.getByRole('button', { name: say.applyAgain, exact: true }).click();
    await page.getByText(say.waits).waitFor();
    expect([...holder.errors, ...operator.errors]).toEqual([]);
  }, 60_000);

  it('takes the sheet home once the operator has noted the number', async () => {
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
    await page.getByRole('link', { name: say.sheet, exact: true }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`${number}.pdf`);
    const path = await download.path();
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain('91330100799655058B');
    await expectAccessible(page);
    await page.getByRole('link', { name: say.list, exact: true }).click();
    await page.getByText(number).waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: say.headers }).click();
    await page.getByText(say.isDefault, { exact: true }).waitFor();
    await expectAccessible(page);
    expect([...holder.errors, ...operator.errors]).toEqual([]);
  }, 60_000);
});
