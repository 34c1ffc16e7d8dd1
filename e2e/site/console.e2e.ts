import { HOTP, Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

const inChinese = siteWords('zh');

const holderPhone = '13800000001';

let web: Web;
let passwords: { holder: string; operator: string };
let recoveryCode = '';

beforeAll(async () => {
  web = await startWeb();
  const of = (what: string) => new RegExp(`${what} {2}\\S+ {2}(\\S+)`).exec(web.service.output())?.[1] ?? '';
  passwords = { holder: of('Account'), operator: of('Operator') };
});
afterAll(() => web.close());

const codeOf = (secret: string) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(Date.now() / 30_000) });

async function signInToDesk(page: Page) {
  await page.goto('/login');
  await page.getByRole('textbox', { name: /^Mobile number/ }).fill(holderPhone);
  await page
    .getByRole('textbox', { name: inEnglish.text('console-password-step.password'), exact: true })
    .fill(passwords.holder);
  await page.getByRole('button', { name: inEnglish.text('console-code-step.signIn'), exact: true }).click();
}

describe('an operator in Chinese at desk width', () => {
  let operator: Visitor;
  let holder: Visitor;
  let page: Page;
  /** A second window of the same operator. */
  let other: Page;
  beforeAll(async () => {
    operator = await web.visit({ language: 'zh', width: 'desk' });
    holder = await web.visit({ language: 'en', width: 'phone' });
    ({ page } = operator);
  });
  afterAll(async () => {
    await operator.close();
    await holder.close();
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first();

  it('requires an authenticator at the first sign-in and accepts only its code', async () => {
    await page.goto('/console/people');
    await field(inChinese.text('console-own.userName')).fill('operator');
    await field(inChinese.text('console-password-step.password')).fill('not-the-password');
    await press(inChinese.text('console-choose-password.onward'));
    await page.getByText('账号或密码错误，请核对后重试').waitFor();
    await expectAccessible(page);
    await field(inChinese.text('console-password-step.password')).fill(passwords.operator);
    await press(inChinese.text('console-choose-password.onward'));

    await page.getByRole('img', { name: inChinese.text('console-authenticator.picture') }).waitFor();
    await expectAccessible(page);
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
    const code = codeOf(secret);
    await field(inChinese.text('console-confirm-authenticator.code')).fill(code === '000000' ? '111111' : '000000');
    await press(inChinese.text('console-confirm-authenticator.confirm'));
    await page.getByText('验证码错误或已过期，请核对，或获取新的验证码').waitFor();
    await field(inChinese.text('console-confirm-authenticator.code')).fill(codeOf(secret));
    await press(inChinese.text('console-confirm-authenticator.confirm'));

    await heading(inChinese.text('recovery-codes.title')).waitFor();
    expect(operator.errors).toEqual([]);
  });

  it('shows the recovery codes, then the requested page', async () => {
    await expectAccessible(page);
    recoveryCode = await page.getByRole('listitem').first().innerText();
    await page.getByRole('checkbox', { name: inChinese.text('recovery-codes.kept') }).check();
    await press(inChinese.text('recovery-codes.done'));
    await heading(inChinese.text('console-people.title')).waitFor();
    expect(page.url()).toBe(`${web.service.url}/console/people`);
    await page.getByRole('button', { name: /^已登录：演示运营人员/ }).waitFor();
  });

  it('shows which pages customers open, and where they leave', async () => {
    await signInToDesk(holder.page);
    await holder.page.getByRole('heading', { level: 1, name: /演示账户/ }).waitFor();
    await holder.page.goto('/website-show/query');

    const usage = page.getByRole('row').filter({ has: page.getByText('/home', { exact: true }) });
    await expect
      .poll(
        async () => {
          await page.goto('/console/usage');
          await heading(inChinese.text('console-usage.title')).waitFor();
          return (await usage.count()) > 0 ? await usage.getByRole('cell').allInnerTexts() : [];
        },
        { timeout: 15_000 },
      )
      .toEqual(['1', '1']);
    await page.goto('/console/people');
  });

  it('disables a login, and its open page leads to sign-in', async () => {
    await holder.page.goto('/home');
    await holder.page.getByRole('heading', { level: 1, name: /演示账户/ }).waitFor();

    await page.getByRole('searchbox').fill(holderPhone.slice(-4));
    await press(inChinese.text('console-people-list.find'));
    await page.getByRole('link', { name: /演示账户/ }).click();
    await page.getByRole('heading', { name: '演示账户', level: 1 }).waitFor();
    await expectAccessible(page);
    await press(inChinese.text('console-bar.barLogin'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: inChinese.text('console-bar.barLogin') }).click();
    await dialog.getByText(inChinese.text('console-bar.reasonMissing')).waitFor();
    await dialog
      .getByRole('textbox', { name: inChinese.text('console-certification-case.reason') })
      .fill('本人报失手机');
    await dialog.getByRole('button', { name: inChinese.text('console-bar.barLogin') }).click();
    await page
      .getByText(inChinese.text('console-login.barredBy', { name: '演示运营人员', reason: '本人报失手机' }))
      .waitFor();
    await expectAccessible(page);

    await expect.poll(() => new URL(holder.page.url()).pathname, { timeout: 25_000 }).toBe('/login');
    await signInToDesk(holder.page);
    await holder.page.getByText('This account is disabled', { exact: false }).waitFor();
  });

  it('enables the login again, and the audit trail lists both', async () => {
    await press(inChinese.text('console-bar.unbarLogin'));
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: inChinese.text('console-certification-case.reason') })
      .fill('本人已到场核实');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: inChinese.text('console-bar.unbarLogin') })
      .click();
    await page.getByRole('button', { name: inChinese.text('console-bar.barLogin'), exact: true }).waitFor();
    await signInToDesk(holder.page);
    await holder.page.getByRole('heading', { level: 1, name: /演示账户/ }).waitFor();

    await page.getByRole('tab', { name: inChinese.text('console-account.trail') }).click();
    for (const event of ['login.barred', 'login.unbarred'])
      await page.getByText(event, { exact: true }).first().waitFor();
    await page.getByText('本人报失手机').waitFor();
    await expectAccessible(page);
    expect([...operator.errors, ...holder.errors]).toEqual([]);
  });

  it('changes a setting, and the public page shows it', async () => {
    other = await operator.context.newPage();
    for (const one of [page, other]) {
      await one.goto('/console/dictionary/basicInfo');
      await one.getByRole('textbox', { name: inChinese.text('platform-foot.phone') }).waitFor();
    }
    await field(inChinese.text('platform-foot.phone')).fill('12');
    await press(inChinese.text('console-dictionary-editor.save'));
    await page.getByText(inChinese.text('console-dictionary-editor.wrong')).waitFor();
    await field(inChinese.text('platform-foot.phone')).fill('400-800-1234');
    await press(inChinese.text('console-dictionary-editor.save'));
    await page.getByText('第 1 版').waitFor();
    await expectAccessible(page);

    await holder.page.goto('/website-show/query');
    await holder.page.getByRole('link', { name: '400-800-1234' }).waitFor();
    await expectAccessible(holder.page);
    expect(await holder.page.evaluate("sessionStorage.getItem('sessionPlatform')")).toContain('400-800-1234');
  });

  it('shows both versions when another window saved first', async () => {
    await other.getByRole('textbox', { name: inChinese.text('platform-foot.phone') }).fill('400-800-9999');
    await other.getByRole('button', { name: inChinese.text('console-dictionary-editor.save'), exact: true }).click();
    await other.getByText(inChinese.text('console-dictionary-conflict.title', { by: '演示运营人员' })).waitFor();
    await expectAccessible(other);
    await other.getByRole('button', { name: inChinese.text('console-dictionary-conflict.takeTheirs') }).click();
    const phone = other.getByRole('textbox', { name: inChinese.text('platform-foot.phone') });
    await expect.poll(() => phone.inputValue()).toBe('400-800-1234');
    await other.close();
    expect(operator.errors).toEqual([]);
  });
});

describe('an operator in English at phone width', () => {
  let operator: Visitor;
  let page: Page;
  beforeAll(async () => {
    operator = await web.visit({ language: 'en', width: 'phone' });
    ({ page } = operator);
  });
  afterAll(() => operator.close());

  it('signs in with a recovery code', async () => {
    await page.goto('/console');
    await page.getByRole('textbox', { name: inEnglish.text('console-own.userName') }).fill('operator');
    await page
      .getByRole('textbox', { name: inEnglish.text('console-password-step.password') })
      .fill(passwords.operator);
    await page.getByRole('button', { name: inEnglish.text('console-choose-password.onward') }).click();
    await page.getByRole('textbox', { name: inEnglish.text('console-code-step.code') }).fill(recoveryCode);
    await page.getByRole('button', { name: inEnglish.text('console-code-step.signIn') }).click();

    await page.getByRole('heading', { level: 1, name: inEnglish.text('console-overview.title') }).waitFor();
    await expectAccessible(page);
    expect(operator.errors).toEqual([]);
  });

  it('reaches every page by the navigation', async () => {
    for (const name of [
      inEnglish.text('console-people.title'),
      inEnglish.text('console-navigation.recoveries'),
      inEnglish.text('console-navigation.staff'),
      inEnglish.text('console-navigation.dictionary'),
      inEnglish.text('console-navigation.trail'),
    ]) {
      await page.getByRole('button', { name: inEnglish.text('console-frame.menu') }).click();
      await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await expectAccessible(page);
    }
    await page.goto('/console/own');
    await page.getByText(inEnglish.text('console-own.left', { count: 9 })).waitFor();
    await expectAccessible(page);
    expect(operator.errors).toEqual([]);
  });

  it("signs out to the console's sign-in page, not the desk's", async () => {
    await page.getByRole('button', { name: /^Signed in as/ }).click();
    await page.getByRole('menuitem', { name: inEnglish.text('console-frame.signOut') }).click();

    await page.getByRole('heading', { level: 1, name: inEnglish.text('console-sign-in.title') }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/login');
    await page.goto('/console/people');
    await page.getByRole('heading', { level: 1, name: inEnglish.text('console-sign-in.title') }).waitFor();
    expect(operator.errors).toEqual([]);
  });
});
