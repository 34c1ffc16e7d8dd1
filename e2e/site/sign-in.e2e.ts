import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, refusals, signInCalls } from '@proofkeep/contract';
import {
  type OpenidProvider,
  type SignInVendor,
  startAlipaySignIn,
  startDingtalkSignIn,
  startOpenidProvider,
  startWechatSignIn,
  startWecomSignIn,
} from '@proofkeep/fakes';
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { goodPassword } from '../../apps/server/src/testing/service.ts';
import { readers } from '../kit/readers.ts';
import { Client, freePort } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const inEnglish = siteWords('en');

/** Names of the vendors' test servers. */
const vendorNames = {
  zh: ['微信（测试）', '企业微信（测试）', '钉钉（测试）', '支付宝（测试）'],
  en: ['WeChat (test)', 'WeCom (test)', 'DingTalk (test)', 'Alipay (test)'],
};

const wordsIn = (language: Language) => {
  const { text, like } = siteWords(language);
  return {
    handle: text('sign-in.account'),
    password: text('confirm-dialog.password'),
    signIn: text('public-frame.signIn'),
    addTotp: text('factors.addTotp'),
    addPasskey: text('factors.addPasskey'),
    confirm: text('confirm-dialog.submit'),
    secret: text('copyable.copy', { what: text('add-totp.secret') }),
    code: text('code-or-recovery.code'),
    turnOn: text('add-totp.submit'),
    keep: text('recovery-codes.kept'),
    done: text('recovery-codes.done'),
    verify: text('second-step.submit'),
    second: text('sign-in.second'),
    goOn: text('add-passkey.submit'),
    removePasskey: text('factors.removeOf', { name: text('add-passkey.suggested') }),
    byPasskey: text('other-ways.passkey'),
    qr: text('sign-in.byApp'),
    ways: [text('sign-in.byPassword'), text('sign-in.byCode'), text('sign-in.byApp')],
    enterHandle: text('account-rules.required', { what: text('sign-in.account') }),
    show: text('plain-field.show'),
    hide: text('plain-field.hide'),
    number: text('authorize.number'),
    approve: text('authorize.approve'),
    approved: text('authorize.doneTitle'),
    third: text('other-ways.third', { name: '样例平台' }),
    vendors: vendorNames[language].map((name) => ({
      enter: text('other-ways.third', { name }),
      bind: text('bindings.bindOf', { name }),
    })),
    denied: text('third-return.denied'),
    bindIt: text('third-return.signIn'),
    waits: like('waiting-identity.waits'),
    notNow: text('third-bind.notNow'),
    bindTitle: text('third-bind.title'),
    bind: text('third-bind.bind'),
    unbind: text('bindings.unbindOf', { name: '样例平台' }),
    settings: text('settings.own'),
    current: text('sessions.current'),
    changePassword: text('password-section.change'),
    oldPassword: text('password-section.old'),
    newPassword: text('password-section.fresh'),
    savePassword: text('password-section.submit'),
    passwordChanged: text('password-section.done'),
    changePhone: text('phone-section.change'),
    phone: text('phone-field.phone'),
    textCode: text('code-field.code'),
    sendCode: text('code-field.send'),
    wait: like('code-field.again'),
    submitPhone: text('phone-section.submit'),
    phoneChanged: text('phone-section.done'),
    confirmTitle: text('confirm-dialog.title'),
    confirmByPasskey: text('confirm-dialog.passkey'),
    useRecovery: text('confirm-dialog.useRecovery'),
    recovery: text('code-or-recovery.recovery'),
    lost: text('second-step.lost'),
    lostPassword: text('lost-factors.password'),
    statement: text('lost-factors.statement'),
    askForHelp: text('lost-factors.submit'),
    asked: text('lost-factors.asked'),
    back: text('lost-factors.back'),
    greeting: like('home.greeting'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
let provider: OpenidProvider;
let vendors: SignInVendor[];
let keys: string;
/** Passkeys are tied to a host name, not an IP address, so the site is opened as `localhost`. */
let site: string;
beforeAll(async () => {
  const port = await freePort();
  site = `http://localhost:${port}`;
  provider = await startOpenidProvider({ redirectUris: [`${site}/login/third`] });
  const { issuer, clientId, clientSecret } = provider;
  const providers = [{ provider: 'sample', name: '样例平台', issuer, clientId, clientSecret }];
  const [wechat, wecom, dingtalk, alipay] = await Promise.all([
    startWechatSignIn(),
    startWecomSignIn(),
    startDingtalkSignIn(),
    startAlipaySignIn(),
  ]);
  vendors = [wechat, wecom, dingtalk, alipay];
  keys = mkdtempSync(join(tmpdir(), 'sign-in-e2e-'));
  writeFileSync(join(keys, 'own.pem'), alipay.privateKey);
  writeFileSync(join(keys, 'alipay.pem'), alipay.publicKey);
  web = await startWeb({
    port,
    environment: {
      OIDC_PROVIDERS: JSON.stringify(providers),
      SIGN_IN_PROVIDERS: 'wechat,wecom,dingtalk,alipay',
      WECHAT_WEBSITE_APP_ID: wechat.website.appId,
      WECHAT_WEBSITE_SECRET: wechat.website.secret,
      WECHAT_STAND_IN: wechat.origin,
      WECOM_CORP_ID: wecom.corpId,
      WECOM_AGENT_ID: wecom.agentId,
      WECOM_SECRET: wecom.secret,
      WECOM_STAND_IN: wecom.origin,
      DINGTALK_CLIENT_ID: dingtalk.clientId,
      DINGTALK_CLIENT_SECRET: dingtalk.clientSecret,
      DINGTALK_STAND_IN: dingtalk.origin,
      ALIPAY_APP_ID: alipay.appId,
      ALIPAY_KEY_FILE: join(keys, 'own.pem'),
      ALIPAY_PUBLIC_KEY_FILE: join(keys, 'alipay.pem'),
      ALIPAY_GATEWAY: alipay.gateway,
      ALIPAY_SIGN_IN_PAGE: alipay.page,
    },
  });
});
afterAll(async () => {
  await web.close();
  await provider.close();
  for (const vendor of vendors) await vendor.close();
  rmSync(keys, { recursive: true, force: true });
});

const people = [
  { language: 'en', width: 'desk', phone: '13900000402', newPhone: '13900000404' },
  { language: 'zh', width: 'phone', phone: '13900000401', newPhone: '13900000403' },
] as const;

/** Each test signs in several times and once waits for the app's next code. */
const timeout = 60_000;

describe.each(readers(people))(
  'a visitor in $language at $width width',
  { timeout },
  ({ language, width, phone, newPhone }) => {
    const ui = words[language];
    let visitor: Visitor;
    let page: Page;
    let secret: string;
    let recoveryCodes: string[];
    beforeAll(async () => {
      await new Client(web.service).register(phone);
      visitor = await web.visit({ language, width });
      ({ page } = visitor);
      const devtools = await visitor.context.newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
    });
    afterAll(() => visitor.close());

    const press = (name: string, of: Page = page) => of.getByRole('button', { name, exact: true }).click();
    const field = (name: string, of: Page = page) => of.getByRole('textbox', { name, exact: true });
    const isHome = (of: Page = page) => of.getByRole('heading', { level: 1, name: ui.greeting }).waitFor();
    const leave = () => visitor.context.clearCookies({ name: 'bq-x-token' });
    /** The current code, or the code of an app whose clock is this many steps of 30 s ahead. */
    const totp = (ahead = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

    async function open(path: string, of: Page = page) {
      await of.goto(`${site}${path}`);
    }

    async function askForAnotherPhone(of: Page) {
      const part = of.getByRole('region', { name: ui.phone });
      await part.getByRole('button', { name: ui.changePhone }).click();
      await part.getByRole('textbox', { name: ui.phone }).fill(newPhone);
      await part.getByRole('button', { name: ui.sendCode }).click();
      await part.getByRole('button', { name: ui.wait }).waitFor();
      await part.getByRole('textbox', { name: ui.textCode }).fill(await web.code(newPhone));
      await expectAccessible(of);
      await part.getByRole('button', { name: ui.submitPhone, exact: true }).click();
    }

    async function confirmByRecoveryCode(of: Page) {
      const dialog = of.getByRole('dialog', { name: ui.confirmTitle });
      await dialog.getByRole('textbox', { name: ui.password }).fill(goodPassword);
      await dialog.getByRole('button', { name: ui.useRecovery }).click();
      await dialog.getByRole('textbox', { name: ui.recovery }).fill(recoveryCodes[0] ?? '');
      await expectAccessible(of);
      await dialog.getByRole('button', { name: ui.confirm, exact: true }).click();
    }

    async function signInByPassword(of: Page = page, account: string = phone) {
      await field(ui.handle, of).fill(account);
      await field(ui.password, of).fill(goodPassword);
      await press(ui.signIn, of);
    }

    async function openSignIn(of: Page = page) {
      await open('/login', of);
      await of.getByRole('heading', { level: 1, name: ui.signIn }).waitFor();
    }

    /** Expires recent confirmations, as ten minutes would. */
    async function forgetConfirmations() {
      const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
      await database.pool.query('update session set confirmed_at = null');
      await database.close();
    }

    /** Opens the sign-in page without an earlier session. */
    async function startOver() {
      await leave();
      await page.evaluate('localStorage.clear()');
      await openSignIn();
    }

    it('shows errors beside the fields, focuses the first, and shows the password on demand', async () => {
      await openSignIn();
      await press(ui.signIn);
      const handle = field(ui.handle);
      await page.getByRole('alert').first().waitFor();

      expect(await handle.getAttribute('aria-invalid')).toBe('true');
      expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true);
      const describedBy = (await handle.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe(ui.enterHandle);
      await expectAccessible(page);
      await handle.fill(phone);
      expect(await handle.getAttribute('aria-invalid')).toBe('false');

      await field(ui.password).fill(goodPassword);
      await press(ui.show);
      expect(await field(ui.password).getAttribute('type')).toBe('text');
      await press(ui.hide);
      expect(await field(ui.password).getAttribute('type')).toBe('password');
    });

    it('moves between the sign-in methods with the arrow keys', async () => {
      await openSignIn();
      const tabs = ui.ways.map((name) => page.getByRole('tab', { name, exact: true }));
      const [byPassword, byCode, byApp] = tabs as [Locator, Locator, Locator];
      const isFocused = (tab: Locator) => tab.evaluate((element) => element === document.activeElement);

      await byPassword.focus();
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => isFocused(byApp)).toBe(true);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => isFocused(byPassword)).toBe(true);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => isFocused(byCode)).toBe(true);
      expect(await byPassword.getAttribute('aria-selected')).toBe('true');

      await page.keyboard.press('Enter');
      await expect.poll(() => byCode.getAttribute('aria-selected')).toBe('true');
      await field(ui.textCode).waitFor();
      await expectAccessible(page);
    });

    it('adds a passkey, and signs in with it alone', async () => {
      await openSignIn();
      await expectAccessible(page);
      await signInByPassword();
      await isHome();
      await open('/accountSetting/basicSetting');
      await page.getByRole('heading', { level: 1, name: ui.settings }).waitFor();
      await expectAccessible(page);
      await press(ui.addPasskey);
      await press(ui.goOn);
      await page.getByRole('checkbox', { name: ui.keep }).waitFor();
      recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
      await page.getByRole('checkbox', { name: ui.keep }).check();
      await expectAccessible(page);
      await press(ui.done);

      await startOver();
      await press(ui.byPasskey);
      await isHome();
      expect(visitor.errors).toEqual([]);
    });

    it('adds an authenticator app, and is asked for its code after the password', async () => {
      await open('/accountSetting/basicSetting');
      await press(ui.addTotp);
      await page.getByRole('button', { name: ui.secret }).waitFor();
      secret = await page.locator('.security-qr code').innerText();
      await expectAccessible(page);
      await field(ui.code).fill(totp());
      await press(ui.turnOn);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });

      await startOver();
      await signInByPassword();
      await page.getByRole('heading', { level: 1, name: ui.second }).waitFor();
      await expectAccessible(page);
      // The code used when adding the app is consumed; the next one is valid.
      await field(ui.code).fill(totp(1));
      await press(ui.verify);
      await isHome();
      expect(visitor.errors).toEqual([]);
    });

    it("lets another screen sign in by QR code and number, and the phone's page changes once it is confirmed", async () => {
      const other = await web.visit({ language, width: 'desk' });
      await openSignIn(other.page);
      const asked = other.page.waitForResponse((answer) => answer.url().endsWith(signInCalls.appId.path));
      await other.page.getByRole('tab', { name: ui.qr }).click();
      const { data } = (await (await asked).json()) as { data: { address: string; number: string } };
      await other.page.getByText(data.number, { exact: true }).waitFor();
      await expectAccessible(other.page);

      await page.goto(data.address);
      await field(ui.number).fill(data.number);
      await expectAccessible(page);
      await forgetConfirmations();
      await press(ui.approve);
      // Some of antd's default colours are too pale, so phone pages also use our own dialog.
      const dialog = page.getByRole('dialog', { name: ui.confirmTitle });
      await dialog.waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: ui.confirmByPasskey }).click();
      await page.getByRole('heading', { level: 1, name: ui.approved }).waitFor();
      await isHome(other.page);

      await open('/accountSetting/basicSetting', other.page);
      await askForAnotherPhone(other.page);
      await confirmByRecoveryCode(other.page);
      await other.page.getByText(ui.phoneChanged).waitFor();
      // All other sessions were signed out.
      await startOver();
      await signInByPassword(page, newPhone);
      await page.getByRole('heading', { level: 1, name: ui.second }).waitFor();
      expect([...visitor.errors, ...other.errors]).toEqual([]);
      await other.close();
    });

    it('links a third-party identity while signing in, and unlinks it', async () => {
      await startOver();
      await press(ui.third);
      await field('Name at the provider').fill(`fang-${language}`);
      await press(inEnglish.text('console-choose-password.onward'));
      await page.getByRole('button', { name: ui.bindIt }).waitFor();
      await expectAccessible(page);
      await press(ui.bindIt);
      await page.getByText(ui.waits).waitFor();
      await expectAccessible(page);
      await press(ui.byPasskey);
      await page.getByRole('heading', { level: 1, name: ui.bindTitle }).waitFor();
      await expectAccessible(page);
      await press(ui.bind);
      await isHome();

      await open('/accountSetting/basicSetting');
      await page.getByText(`fang-${language}`).waitFor();
      await press(ui.unbind);
      await page.locator('.ant-popconfirm').getByRole('button').last().click();
      await page.getByText(`fang-${language}`).waitFor({ state: 'detached' });
      await expectAccessible(page);
      expect(visitor.errors).toEqual([]);
    });

    it('links WeChat, WeCom, DingTalk and Alipay in the settings, signs in with each, and returns after cancelling', async () => {
      const agreeAs = async (name: string) => {
        await field('Name at the provider').fill(name);
        await press(inEnglish.text('console-choose-password.onward'));
      };
      const people = ui.vendors.map((vendor, at) => ({ ...vendor, name: `mei${at}${language}` }));
      for (const { bind, name } of people) {
        await press(bind);
        await agreeAs(name);
        await page.getByText(name).waitFor();
      }
      await expectAccessible(page);

      for (const { enter, name } of people) {
        await startOver();
        await press(enter);
        await agreeAs(name);
        await field(ui.code).waitFor();
      }

      for (const { enter } of people) {
        await openSignIn();
        await press(enter);
        await field('Name at the provider').waitFor();
        await page.getByRole('button').last().click();
        await page.getByText(ui.denied).waitFor();
      }
      await expectAccessible(page);
      expect(visitor.errors).toEqual([]);
    });

    it('does not link a third-party account left in the tab after the user declines', async () => {
      // The provider's own session must also be cleared.
      await visitor.context.clearCookies();
      await startOver();
      await press(ui.third);
      await field('Name at the provider').fill(`left-${language}`);
      await press(inEnglish.text('console-choose-password.onward'));
      await press(ui.bindIt);
      await press(ui.byPasskey);
      await page.getByRole('heading', { level: 1, name: ui.bindTitle }).waitFor();
      await press(ui.notNow);
      await isHome();

      await startOver();
      expect(await page.getByText(ui.waits).count()).toBe(0);
      expect(visitor.errors).toEqual([]);
    });

    it('asks for help if every second factor is lost', async () => {
      await signInByPassword(page, newPhone);
      await press(ui.lost);
      await field(ui.lostPassword).fill(goodPassword);
      await press(ui.sendCode);
      await page.getByRole('button', { name: ui.wait }).waitFor();
      await field(ui.textCode).fill(await web.code(newPhone));
      await field(ui.statement).fill('The phone fell into the sea.');
      await expectAccessible(page);
      await press(ui.askForHelp);
      await page.getByText(ui.asked).waitFor();
      await expectAccessible(page);
      await press(ui.back);
      expect(visitor.errors).toEqual([]);
    });

    it('signs in with a recovery code, which works only once, and changes the password', async () => {
      await press(ui.useRecovery);
      await field(ui.recovery).fill(recoveryCodes[0] ?? '');
      await press(ui.verify);
      await page.getByText(refusals.SECOND_CODE_INVALID.says[language === 'zh' ? 0 : 1]).waitFor();
      await field(ui.recovery).fill(recoveryCodes[1] ?? '');
      await press(ui.verify);
      await isHome();

      await open('/accountSetting/basicSetting');
      const part = page.getByRole('region', { name: ui.password });
      await part.getByRole('button', { name: ui.changePassword }).click();
      await part.getByRole('textbox', { name: ui.oldPassword }).fill(goodPassword);
      await part.getByRole('textbox', { name: ui.newPassword }).fill(`${goodPassword}-again`);
      await part.getByRole('button', { name: ui.savePassword }).click();
      await page.getByText(ui.passwordChanged).waitFor();
      await expectAccessible(page);
      expect(visitor.errors).toEqual([]);
    });
  },
);
