import { attestationStateWords, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { readers } from '../kit/readers.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  return {
    recharge: text('recharge.title'),
    amount: text('recharge.amount'),
    wrong: text('recharge.wrong', { min: '¥1.00', max: '¥1,000,000.00' }),
    go: like('recharge.submit'),
    pay: text('pay-choose.pay', { amount: '¥123.45' }),
    cashier: either('模拟收银台', 'Sandbox cashier'),
    banner: either(
      '仅供开发和测试：这里不会发生任何真实付款。',
      'For development and tests only. No real money is moved.',
    ),
    fail: either('付款失败', 'Payment fails'),
    badSignature: either('发送签名错误的通知', 'Notify with a bad signature'),
    wrongAmount: either('发送金额错误的通知', 'Notify with a wrong amount'),
    twice: either('付款成功，通知发送两次', 'Pay; notify twice'),
    declined: text('pay-await.declined'),
    again: text('pay-await.again'),
    other: text('pay-await.other'),
    review: text('pay-received.review'),
    reviewed: text('orders-table.reviewed', { amount: '¥123.46' }),
    paid: text('pay-outcome.paid'),
    added: text('pay-outcome.recharged', { amount: '¥123.45', balance: '¥123.45' }),
    cancel: text('pay-choose.cancel'),
    closed: text('pay-outcome.closed'),
    urls: text('preserve.urls'),
    rows: text('batch.rows'),
    balance: either(/^从余额支付 · 余额不足/, /^From balance · insufficient balance/),
    order: either('下单 2 页 · ¥20.00', 'Order 2 pages · ¥20.00'),
    payPages: text('pay-choose.pay', { amount: '¥20.00' }),
    unpaid: text('home-waits.unpaid', { count: 2 }),
    toPay: text('home-waits.pay'),
    succeed: either('付款成功', 'Pay'),
    begun: text('pay-outcome.paid'),
    watch: text('pay-outcome.watch'),
    queued: word(attestationStateWords.queuing),
    orderAll: either('下单 12 页 · ¥120.00', 'Order 12 pages · ¥120.00'),
    pages: text('pay.pages', { count: 12 }),
    orderAgain: text('pay-outcome.orderAgain'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'en', width: 'phone', phone: '13900000502' },
  { language: 'zh', width: 'desk', phone: '13900000501' },
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

  async function order(): Promise<void> {
    await page.goto(`${origin}/recharge`);
    await page.getByLabel(ui.amount).fill('123.45');
    await visitor.press(ui.go);
    await page.getByRole('button', { name: ui.pay }).waitFor();
  }

  it('orders pages, which start once they are paid', async () => {
    const urls = Array.from({ length: 12 }, (_, n) => `https://example.com/${n}`);
    const field = page.getByRole('textbox', { name: ui.urls, exact: true });
    await page.goto(`${origin}/attestation/new`);
    await field.fill(urls.join('\n'));
    expect(await page.getByRole('radio', { name: ui.balance }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await visitor.press(ui.order);
    await page.getByRole('link', { name: urls[11], exact: true }).waitFor();
    await expectAccessible(page);

    await page.goto(`${origin}/home`);
    await page.getByText(ui.unpaid).waitFor();
    await page.getByRole('link', { name: ui.toPay, exact: true }).click();
    await page.getByRole('table').getByRole('link', { name: ui.toPay, exact: true }).click();
    await visitor.press(ui.payPages);
    await visitor.press(ui.succeed);
    await visitor.heading(ui.begun);
    await expectAccessible(page);
    await page.getByRole('link', { name: ui.watch }).click();
    // Ten are covered by the package of a new account and two by the order; all are one submission.
    const rows = page.getByRole('list', { name: ui.rows }).getByRole('listitem');
    await rows.nth(11).getByText(ui.queued, { exact: true }).first().waitFor();
    expect(await rows.count()).toBe(12);

    await page.goto(`${origin}/attestation/new`);
    await field.fill(urls.join('\n'));
    await visitor.press(ui.orderAll);
    await page.getByText(ui.pages, { exact: true }).click();
    await visitor.press(ui.cancel);
    await page.getByRole('tooltip').getByRole('button', { name: ui.cancel }).click();
    await visitor.heading(ui.closed);
    await expectAccessible(page);
    await page.getByRole('link', { name: ui.orderAgain }).click();
    await expect.poll(() => field.inputValue()).toBe(urls.join('\n'));
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('recharges after failed, forged and wrong notifications of the cashier', async () => {
    await page.goto(`${origin}/recharge`);
    await page.getByLabel(ui.amount).fill('0.5');
    await visitor.press(ui.go);
    await page.getByText(ui.wrong).waitFor();
    await expectAccessible(page);
    await order();
    await expectAccessible(page);
    const atCashier = async (act: string | RegExp) => {
      await visitor.press(ui.pay);
      await page.getByText(ui.banner).waitFor();
      await expectAccessible(page);
      await visitor.press(act);
    };
    await atCashier(ui.fail);
    await visitor.heading(ui.declined);
    await expectAccessible(page);
    await visitor.press(ui.again);
    await atCashier(ui.badSignature);
    await visitor.press(ui.other);
    await atCashier(ui.wrongAmount);
    await visitor.heading(ui.review);
    expect(await page.getByRole('button', { name: ui.pay }).count()).toBe(0);
    await expectAccessible(page);

    await page.goto(`${origin}/accountSetting/costCenter?tab=orders`);
    const row = page.getByRole('row').filter({ hasText: ui.reviewed });
    await row.waitFor();
    expect(await row.getByRole('link', { name: ui.toPay, exact: true }).count()).toBe(0);
    await expectAccessible(page);

    await order();
    await visitor.press(ui.pay);
    await visitor.press(ui.twice);

    await page.getByText(ui.added).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('cancels an unpaid order', async () => {
    await order();
    await visitor.press(ui.cancel);
    await page.getByRole('tooltip').getByRole('button', { name: ui.cancel }).click();

    await visitor.heading(ui.closed);
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
