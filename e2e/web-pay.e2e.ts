import type { Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Holder, visitAsHolder } from './kit/holder.ts';
import { expectAccessible, startWeb, type Web, type widths } from './kit/web.ts';

const words = {
  zh: {
    recharge: '充值',
    amount: '充值金额（元）',
    wrong: '请输入 ¥1.00 至 ¥1,000,000.00 之间的金额',
    go: /^去支付/,
    pay: '支付 ¥123.45',
    cashier: '模拟收银台',
    banner: '仅供开发和测试：这里不会发生任何真实付款。',
    fail: '付款失败',
    badSignature: '发送签名错误的通知',
    wrongAmount: '发送金额错误的通知',
    twice: '付款成功，通知发送两次',
    waiting: '正在确认付款结果',
    other: '重新选择支付方式',
    paid: '支付成功',
    added: '¥123.45 已计入余额，当前余额 ¥123.45。',
    cancel: '取消订单',
    closed: '订单已关闭',
    urls: '网址',
    balance: /^从余额支付 · 余额不足/,
    order: '下单 2 页 · ¥20.00',
    payPages: '支付 ¥20.00',
    unpaid: '2 个网页待支付',
    toPay: '去支付',
    succeed: '付款成功',
    begun: '支付成功',
    watch: '查看取证',
    queued: '排队中',
    orderAll: '下单 12 页 · ¥120.00',
    pages: '12 个网页',
    again: '重新下单',
  },
  en: {
    recharge: 'Recharge',
    amount: 'Amount (CNY)',
    wrong: 'Enter an amount from ¥1.00 to ¥1,000,000.00',
    go: /^Go on to pay/,
    pay: 'Pay ¥123.45',
    cashier: 'Sandbox cashier',
    banner: 'For development and tests only: no money moves here.',
    fail: 'Fail to pay',
    badSignature: 'Tell of it with a bad signature',
    wrongAmount: 'Tell of a wrong amount',
    twice: 'Pay, and tell of it twice',
    waiting: 'Finding out whether it was paid',
    other: 'Choose how to pay again',
    paid: 'Paid',
    added: '¥123.45 were added. The balance is ¥123.45 now.',
    cancel: 'Cancel the order',
    closed: 'The order is closed',
    urls: 'Addresses',
    balance: /^From the balance · the balance is too low/,
    order: 'Order 2 pages · ¥20.00',
    payPages: 'Pay ¥20.00',
    unpaid: '2 pages are to be paid',
    toPay: 'Pay',
    succeed: 'Pay',
    begun: 'Paid',
    watch: 'Watch the capture',
    queued: 'Queued',
    orderAll: 'Order 12 pages · ¥120.00',
    pages: '12 pages',
    again: 'Order again',
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>;

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'zh', width: 'desk', phone: '13900000501' },
  { language: 'en', width: 'phone', phone: '13900000502' },
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

  async function order(): Promise<void> {
    await page.goto(`${origin}/recharge`);
    await page.getByLabel(say.amount).fill('123.45');
    await visitor.press(say.go);
    await page.getByRole('button', { name: say.pay }).waitFor();
  }

  it('orders pages by themselves, which wait for the payment', async () => {
    const urls = Array.from({ length: 12 }, (_, n) => `https://example.com/${n}`);
    const field = page.getByRole('textbox', { name: say.urls, exact: true });
    await page.goto(`${origin}/attestation/new`);
    await field.fill(urls.join('\n'));
    expect(await page.getByRole('radio', { name: say.balance }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await visitor.press(say.order);
    await page.getByRole('link', { name: urls[11], exact: true }).waitFor();
    await expectAccessible(page);

    await page.goto(`${origin}/home`);
    await page.getByText(say.unpaid).waitFor();
    await page.getByRole('link', { name: say.toPay, exact: true }).click();
    await page.getByRole('table').getByRole('link', { name: say.toPay, exact: true }).click();
    await visitor.press(say.payPages);
    await visitor.press(say.succeed);
    await visitor.heading(say.begun);
    await expectAccessible(page);
    await page.getByRole('link', { name: say.watch }).click();
    await page.getByRole('article').nth(1).getByText(say.queued, { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(2);

    await page.goto(`${origin}/attestation/new`);
    await field.fill(urls.join('\n'));
    await visitor.press(say.orderAll);
    await page.getByText(say.pages, { exact: true }).click();
    await visitor.press(say.cancel);
    await page.getByRole('tooltip').getByRole('button', { name: say.cancel }).click();
    await visitor.heading(say.closed);
    await expectAccessible(page);
    await page.getByRole('link', { name: say.again }).click();
    await expect.poll(() => field.inputValue()).toBe(urls.join('\n'));
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('recharges at the cashier, whatever else the cashier tells before', async () => {
    await page.goto(`${origin}/recharge`);
    await page.getByLabel(say.amount).fill('0.5');
    await visitor.press(say.go);
    await page.getByText(say.wrong).waitFor();
    await expectAccessible(page);
    await order();
    await expectAccessible(page);
    for (const act of [say.fail, say.badSignature, say.wrongAmount]) {
      await visitor.press(say.pay);
      await page.getByText(say.banner).waitFor();
      await expectAccessible(page);
      await visitor.press(act);
      await visitor.heading(say.waiting);
      await visitor.press(say.other);
    }
    await expectAccessible(page);
    await visitor.press(say.pay);
    await visitor.press(say.twice);

    await page.getByText(say.added).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('cancels an order that was not paid', async () => {
    await order();
    await visitor.press(say.cancel);
    await page.getByRole('tooltip').getByRole('button', { name: say.cancel }).click();

    await visitor.heading(say.closed);
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
