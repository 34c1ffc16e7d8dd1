import { calls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

const inChinese = siteWords('zh');

/** Label of a field of a price by volume. */
const tier = (name: 'from' | 'each', n: number) =>
  inChinese.text(`console-price-fields.${name}`, { service: '网页存证', n });

const holderPhone = '13800000001';
const pages = (count: number) => Array.from({ length: count }, (_, n) => `https://pages.example/${n}`).join('\n');

let web: Web;
let passwords: { holder: string; operator: string };
let operator: Visitor;
let holder: Visitor;

beforeAll(async () => {
  web = await startWeb();
  const of = (what: string) => new RegExp(`${what} {2}\\S+ {2}(\\S+)`).exec(web.service.output())?.[1] ?? '';
  passwords = { holder: of('Account'), operator: of('Operator') };
  operator = await web.visit({ language: 'zh', width: 'desk' });
  holder = await web.visit({ language: 'en', width: 'phone' });
});
afterAll(async () => {
  await operator?.close();
  await holder?.close();
  await web?.close();
});

const codeOf = (secret: string) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(Date.now() / 30_000) });
const field = (page: Page, name: string | RegExp) =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signInToConsole(page: Page): Promise<void> {
  await page.goto('/console/prices');
  await field(page, inChinese.text('console-own.userName')).fill('operator');
  await field(page, inChinese.text('console-password-step.password')).fill(passwords.operator);
  await press(page, inChinese.text('console-password-step.onward'));
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await field(page, inChinese.text('console-confirm-authenticator.code')).fill(codeOf(secret));
  await press(page, inChinese.text('console-confirm-authenticator.confirm'));
  await page.getByRole('checkbox', { name: inChinese.text('recovery-codes.kept') }).check();
  await press(page, inChinese.text('recovery-codes.done'));
}

async function signInToDesk(page: Page): Promise<void> {
  await page.goto('/login?next=/attestation/new');
  await field(page, /^Mobile number/).fill(holderPhone);
  await field(page, inEnglish.text('confirm-dialog.password')).fill(passwords.holder);
  await press(page, inEnglish.text('public-frame.signIn'));
  await page.getByRole('heading', { name: inEnglish.text('preserve.title'), level: 1 }).waitFor();
}

describe('prices', () => {
  it('are shown before an order: package use, amount to pay, missing balance', async () => {
    const { page } = holder;
    await signInToDesk(page);
    const cost = page.getByRole('complementary', { name: inEnglish.text('preserve-cost.title') });
    await cost.getByText('¥10.00').waitFor();
    await field(page, inEnglish.text('preserve.urls')).fill(pages(2));
    await page.getByRole('button', { name: 'Preserve 2 pages · from package, 8 left', exact: true }).waitFor();
    await expectAccessible(page);

    await field(page, inEnglish.text('preserve.urls')).fill(pages(13));
    await page.getByRole('button', { name: 'Order 3 pages · ¥30.00', exact: true }).waitFor();
    expect(await page.getByRole('radio', { name: /^From balance · insufficient balance/ }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: inEnglish.text('preserve-cost.costCenter') }).waitFor();
    await expectAccessible(page);

    await credit(web.dataDir, holderPhone, 4_500);
    await field(page, inEnglish.text('preserve.urls')).fill(pages(12));
    await page.getByRole('button', { name: 'Preserve 12 pages · ¥20.00', exact: true }).click();
    await page.getByRole('list', { name: inEnglish.text('batch.rows') }).waitFor();
    await page.goto('/attestation/list');
    await page
      .getByText(inEnglish.text('attestation-cost.held', { what: '¥10.00' }))
      .first()
      .waitFor();
    await page
      .getByText(inEnglish.text('attestation-cost.heldPackage', { units: '1 page' }))
      .first()
      .waitFor();
    await expectAccessible(page);
    expect(holder.errors).toEqual([]);
  });

  it('are charged once if a request is repeated after its answer was lost', async () => {
    const { page } = holder;
    await page.goto('/attestation/new');
    await field(page, inEnglish.text('preserve.urls')).fill('https://pages.example/lost');
    const submit = page.getByRole('button', { name: 'Preserve 1 page · ¥10.00', exact: true });
    await submit.waitFor();
    const act = `**${calls.attestations.preserveUrls.path}`;
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(act, lose, { times: 1 });
    await submit.click();
    await page.getByText('The server can’t be reached.').first().waitFor();
    await submit.click();
    await page.getByRole('list', { name: inEnglish.text('batch.rows') }).waitFor();

    await page.goto('/attestation/list');
    await page.getByRole('link', { name: 'https://pages.example/lost' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'https://pages.example/lost' }).count()).toBe(1);
    expect(holder.errors).toEqual([]);
  });

  it("change with a draft that is compared with the current list, which then can't be edited", async () => {
    const { page } = operator;
    await signInToConsole(page);
    await page.getByRole('link', { name: /第 1 版/ }).click();
    await page.getByRole('cell', { name: '网页存证', exact: true }).first().waitFor();
    await expectAccessible(page);
    await press(page, inChinese.text('console-prices.begin'));
    await page.getByRole('heading', { name: inChinese.text('console-price-draft.title') }).waitFor();
    await page.getByText(inChinese.text('console-price-differences.none')).waitFor();

    const second = page.getByRole('spinbutton', { name: tier('from', 2), exact: true });
    await second.fill('1');
    await page.getByText(inChinese.text('console-price-wrong.ascending')).waitFor();
    await second.fill('20');
    await page.getByRole('spinbutton', { name: tier('each', 1), exact: true }).fill('12');
    await page.getByRole('row', { name: '网页存证 · 1 页起 ¥10.00 ¥12.00', exact: true }).waitFor();
    await expectAccessible(page);
    await press(page, inChinese.text('console-price-editor.save'));
    await page.getByText(inChinese.text('console-price-editor.saved')).first().waitFor();
    await press(page, inChinese.text('console-price-publish.publish'));
    const dialog = page.getByRole('dialog', { name: inChinese.text('console-price-publish.title') });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: inChinese.text('console-price-publish.publish'), exact: true }).click();

    await page.getByRole('heading', { name: '第 2 版', level: 1 }).waitFor();
    await page.getByText('¥12.00 / 页').waitFor();
    await page.getByRole('link', { name: /第 1 版.*已失效/ }).waitFor();
    await expectAccessible(page);
    expect(operator.errors).toEqual([]);
  });

  it('are public while in force', async () => {
    for (const [language, width, title, price] of [
      ['zh', 'phone', inChinese.text('foot.prices'), '¥12.00 / 页'],
      ['en', 'desk', inEnglish.text('foot.prices'), '¥12.00 / page'],
    ] as const) {
      const { page, errors, close } = await web.visit({ language, width });
      await page.goto('/website-show/query');
      await page.getByRole('link', { name: title, exact: true }).first().click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('row', { name: new RegExp(`${price}`) }).waitFor();
      await expectAccessible(page);
      expect(errors).toEqual([]);
      await close();
    }
  });

  it("list recharge amounts in the operator's order, and users see them immediately", async () => {
    const { page } = operator;
    await page.getByRole('link', { name: /^充值金额选项/ }).click();
    const amountAt = (n: number) =>
      page.getByRole('spinbutton', { name: inChinese.text('console-amount-rows.amount', { n }), exact: true });
    await press(page, inChinese.text('console-amount-rows.removeOne', { n: 6 }));
    await press(page, inChinese.text('console-recharge.add'));
    await amountAt(6).fill('500');
    await page.getByText(inChinese.text('console-price-wrong.each once')).waitFor();
    await amountAt(6).fill('300');
    for (const n of [6, 5, 4, 3, 2]) await press(page, inChinese.text('console-amount-rows.up', { n }));
    await expectAccessible(page);
    await press(page, inChinese.text('console-recharge.save'));
    await page.getByText(inChinese.text('console-recharge.by', { by: '演示运营人员' })).waitFor();
    expect(await amountAt(1).inputValue()).toBe('300.00');

    await holder.page.goto('/recharge');
    const offered = holder.page.getByRole('group', { name: inEnglish.text('recharge.suggested') }).getByRole('button');
    await offered.first().waitFor();
    expect(await offered.allInnerTexts()).toEqual(['¥300', '¥100', '¥500', '¥1,000', '¥2,000', '¥5,000']);
    await expectAccessible(holder.page);
    expect([...operator.errors, ...holder.errors]).toEqual([]);
  });

  it('are charged by the new list afterwards', async () => {
    const { page } = holder;
    await page.goto('/attestation/new');
    await field(page, inEnglish.text('preserve.urls')).fill(pages(1));

    await page.getByRole('button', { name: 'Preserve 1 page · ¥12.00', exact: true }).waitFor();
    await expectAccessible(page);
    expect(holder.errors).toEqual([]);
  });
});
