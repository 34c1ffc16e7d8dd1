import { type Language, refusals, signInCalls } from '@proofkeep/contract';
import { type OpenidProvider, startOpenidProvider } from '@proofkeep/fakes';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../apps/server/src/database/database.ts';
import { goodPassword } from '../apps/server/src/testing/service.ts';
import { Client, freePort } from './kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from './kit/web.ts';

const words = {
  zh: {
    handle: '手机号、邮箱或登录名',
    password: '密码',
    signIn: '登录',
    addTotp: '添加验证器应用',
    addPasskey: '添加通行密钥',
    confirm: '确认',
    secret: '复制密钥',
    code: '验证器应用中的 6 位数字',
    turnOn: '开启',
    keep: /我已保存/,
    done: '完成',
    verify: '验证并登录',
    second: '两步验证',
    goOn: '继续',
    removePasskey: '移除“本机”',
    byPasskey: '使用通行密钥登录',
    qr: '扫码登录',
    number: '电脑屏幕上的两位数字',
    approve: '确认登录',
    approved: '已在电脑上登录',
    third: '使用样例平台登录',
    bindIt: '登录已有账号并绑定',
    waits: /等待绑定/,
    notNow: '暂不绑定',
    bindTitle: '绑定第三方账号',
    bind: '绑定',
    unbind: '解除绑定样例平台',
    settings: '基本设置',
    current: '本机',
    changePassword: '修改密码',
    oldPassword: '原密码',
    newPassword: '新密码',
    savePassword: '保存新密码',
    passwordChanged: '密码已修改',
    changePhone: '更换手机号',
    phone: '手机号',
    textCode: '短信验证码',
    sendCode: '获取验证码',
    wait: /秒后可重发/,
    submitPhone: '更换',
    phoneChanged: '手机号已更换',
    confirmTitle: '确认是您本人',
    confirmByPasskey: '使用通行密钥确认',
    useRecovery: '使用恢复码',
    recovery: '恢复码',
    lost: '以上方式都无法使用？',
    lostPassword: '登录密码',
    told: '发生了什么',
    askForHelp: '提交申请',
    asked: '申请已提交，等待核实',
    back: '返回两步验证',
    greeting: /，您好$/,
  },
  en: {
    handle: 'Mobile number, e-mail or sign-in name',
    password: 'Password',
    signIn: 'Sign in',
    addTotp: 'Add an authenticator app',
    addPasskey: 'Add a passkey',
    confirm: 'Confirm',
    secret: 'Copy the key',
    code: 'The 6 digits of your authenticator app',
    turnOn: 'Turn it on',
    keep: /I have kept them/,
    done: 'Done',
    verify: 'Verify and sign in',
    second: 'Second step',
    goOn: 'Continue',
    removePasskey: 'Remove “This device”',
    byPasskey: 'Sign in with a passkey',
    qr: 'QR code',
    number: 'The two digits on the other screen',
    approve: 'Let it sign in',
    approved: 'The other screen is signed in',
    third: 'Sign in with 样例平台',
    bindIt: 'Sign in and bind it',
    waits: /waits to be bound/,
    notNow: 'Not now',
    bindTitle: 'Bind your identity',
    bind: 'Bind it',
    unbind: 'Unbind 样例平台',
    settings: 'You and your sign-in',
    current: 'This one',
    changePassword: 'Change it',
    oldPassword: 'The old password',
    newPassword: 'The new password',
    savePassword: 'Save the new password',
    passwordChanged: 'The password is changed',
    changePhone: 'Change it',
    phone: 'Mobile number',
    textCode: 'Code from the text message',
    sendCode: 'Send code',
    wait: /Again in \d+ s/,
    submitPhone: 'Change the number',
    phoneChanged: 'The number is changed',
    confirmTitle: 'Confirm that it is you',
    confirmByPasskey: 'Confirm with a passkey',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    lost: 'Lost all of these?',
    lostPassword: 'Password',
    told: 'What happened',
    askForHelp: 'Ask for help',
    asked: 'You have asked: we are making sure that it is you',
    back: 'Back to the second step',
    greeting: /^Hello, /,
  },
} as const satisfies Record<Language, Record<string, string | RegExp>>;

let web: Web;
let provider: OpenidProvider;
/** Passkeys are of a name, not of a number: the site is opened as `localhost`. */
let site: string;
beforeAll(async () => {
  const port = await freePort();
  site = `http://localhost:${port}`;
  provider = await startOpenidProvider({ redirectUris: [`${site}/login/third`] });
  const { issuer, clientId, clientSecret } = provider;
  const providers = [{ provider: 'sample', name: '样例平台', issuer, clientId, clientSecret }];
  web = await startWeb({ port, environment: { OIDC_PROVIDERS: JSON.stringify(providers) } });
});
afterAll(async () => {
  await web.close();
  await provider.close();
});

const people = [
  { language: 'zh', width: 'phone', phone: '13900000401', newPhone: '13900000403' },
  { language: 'en', width: 'desk', phone: '13900000402', newPhone: '13900000404' },
] as const;

/** Each goes through several sign-ins, one of which waits for the next code of the app. */
const timeout = 60_000;

describe.each(people)(
  'somebody who reads $language at a $width',
  { timeout },
  ({ language, width, phone, newPhone }) => {
    const say = words[language];
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
    const isHome = (of: Page = page) => of.getByRole('heading', { level: 1, name: say.greeting }).waitFor();
    const leave = () => visitor.context.clearCookies({ name: 'bq-x-token' });
    /** Of now, or of an app whose clock is steps of 30 s ahead. */
    const totp = (ahead = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

    async function open(path: string, of: Page = page) {
      await of.goto(`${site}${path}`);
    }

    async function askForAnotherPhone(of: Page) {
      const part = of.getByRole('region', { name: say.phone });
      await part.getByRole('button', { name: say.changePhone }).click();
      await part.getByRole('textbox', { name: say.phone }).fill(newPhone);
      await part.getByRole('button', { name: say.sendCode }).click();
      await part.getByRole('button', { name: say.wait }).waitFor();
      await part.getByRole('textbox', { name: say.textCode }).fill(await web.code(newPhone));
      await expectAccessible(of);
      await part.getByRole('button', { name: say.submitPhone, exact: true }).click();
    }

    async function confirmByRecoveryCode(of: Page) {
      const dialog = of.getByRole('dialog', { name: say.confirmTitle });
      await dialog.getByRole('textbox', { name: say.password }).fill(goodPassword);
      await dialog.getByRole('button', { name: say.useRecovery }).click();
      await dialog.getByRole('textbox', { name: say.recovery }).fill(recoveryCodes[0] ?? '');
      await expectAccessible(of);
      await dialog.getByRole('button', { name: say.confirm, exact: true }).click();
    }

    async function signInByPassword(of: Page = page, account: string = phone) {
      await field(say.handle, of).fill(account);
      await field(say.password, of).fill(goodPassword);
      await press(say.signIn, of);
    }

    async function openSignIn(of: Page = page) {
      await open('/login', of);
      await of.getByRole('heading', { level: 1, name: say.signIn }).waitFor();
    }

    /** As after ten minutes. */
    async function forgetConfirmations() {
      const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
      await database.pool.query('update session set confirmed_at = null');
      await database.close();
    }

    /** At the sign-in page, whoever was here before. */
    async function startOver() {
      await leave();
      await page.evaluate('localStorage.clear()');
      await openSignIn();
    }

    it('adds a passkey, and signs in with it alone', async () => {
      await openSignIn();
      await expectAccessible(page);
      await signInByPassword();
      await isHome();
      await open('/accountSetting/basicSetting');
      await page.getByRole('heading', { level: 1, name: say.settings }).waitFor();
      await expectAccessible(page);
      await press(say.addPasskey);
      await press(say.goOn);
      await page.getByRole('checkbox', { name: say.keep }).waitFor();
      recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
      await page.getByRole('checkbox', { name: say.keep }).check();
      await expectAccessible(page);
      await press(say.done);

      await startOver();
      await press(say.byPasskey);
      await isHome();
      expect(visitor.errors).toEqual([]);
    });

    it('adds an authenticator app, and is asked for its code after the password', async () => {
      await open('/accountSetting/basicSetting');
      await press(say.addTotp);
      await page.getByRole('button', { name: say.secret }).waitFor();
      secret = await page.locator('.security-qr code').innerText();
      await expectAccessible(page);
      await field(say.code).fill(totp());
      await press(say.turnOn);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });

      await startOver();
      await signInByPassword();
      await page.getByRole('heading', { level: 1, name: say.second }).waitFor();
      await expectAccessible(page);
      // The code that was shown when the app was added is used up: the next one counts.
      await field(say.code).fill(totp(1));
      await press(say.verify);
      await isHome();
      expect(visitor.errors).toEqual([]);
    });

    it('lets another screen sign in by its QR code and number, which changes the phone once it is confirmed', async () => {
      const other = await web.visit({ language, width: 'desk' });
      await openSignIn(other.page);
      const asked = other.page.waitForResponse((answer) => answer.url().endsWith(signInCalls.appId.path));
      await other.page.getByRole('tab', { name: say.qr }).click();
      const { data } = (await (await asked).json()) as { data: { address: string; number: string } };
      await other.page.getByText(data.number, { exact: true }).waitFor();
      await expectAccessible(other.page);

      await page.goto(data.address);
      await field(say.number).fill(data.number);
      await expectAccessible(page);
      await forgetConfirmations();
      await press(say.approve);
      // Of antd's own colours some would be too pale: the dialog is ours on a page for phones, too.
      const dialog = page.getByRole('dialog', { name: say.confirmTitle });
      await dialog.waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: say.confirmByPasskey }).click();
      await page.getByRole('heading', { level: 1, name: say.approved }).waitFor();
      await isHome(other.page);

      await open('/accountSetting/basicSetting', other.page);
      await askForAnotherPhone(other.page);
      await confirmByRecoveryCode(other.page);
      await other.page.getByText(say.phoneChanged).waitFor();
      // Everywhere else it was signed out.
      await startOver();
      await signInByPassword(page, newPhone);
      await page.getByRole('heading', { level: 1, name: say.second }).waitFor();
      expect([...visitor.errors, ...other.errors]).toEqual([]);
      await other.close();
    });

    it('binds an identity of a third party while signing in, and unbinds it', async () => {
      await startOver();
      await press(say.third);
      await field('Name at the provider').fill(`fang-${language}`);
      await press('Continue');
      await page.getByRole('button', { name: say.bindIt }).waitFor();
      await expectAccessible(page);
      await press(say.bindIt);
      await page.getByText(say.waits).waitFor();
      await expectAccessible(page);
      await press(say.byPasskey);
      await page.getByRole('heading', { level: 1, name: say.bindTitle }).waitFor();
      await expectAccessible(page);
      await press(say.bind);
      await isHome();

      await open('/accountSetting/basicSetting');
      await page.getByText(`fang-${language}`).waitFor();
      await press(say.unbind);
      await page.locator('.ant-popconfirm').getByRole('button').last().click();
      await page.getByText(`fang-${language}`).waitFor({ state: 'detached' });
      await expectAccessible(page);
      expect(visitor.errors).toEqual([]);
    });

    it('binds nothing of what another left in the tab, once he has said no', async () => {
      // The provider, too, forgets who was there.
      await visitor.context.clearCookies();
      await startOver();
      await press(say.third);
      await field('Name at the provider').fill(`left-${language}`);
      await press('Continue');
      await press(say.bindIt);
      await press(say.byPasskey);
      await page.getByRole('heading', { level: 1, name: say.bindTitle }).waitFor();
      await press(say.notNow);
      await isHome();

      await startOver();
      expect(await page.getByText(say.waits).count()).toBe(0);
      expect(visitor.errors).toEqual([]);
    });

    it('asks for help where every second factor is lost', async () => {
      await signInByPassword(page, newPhone);
      await press(say.lost);
      await field(say.lostPassword).fill(goodPassword);
      await press(say.sendCode);
      await page.getByRole('button', { name: say.wait }).waitFor();
      await field(say.textCode).fill(await web.code(newPhone));
      await field(say.told).fill('The phone fell into the sea.');
      await expectAccessible(page);
      await press(say.askForHelp);
      await page.getByText(say.asked).waitFor();
      await expectAccessible(page);
      await press(say.back);
      expect(visitor.errors).toEqual([]);
    });

    it('signs in by a recovery code, which is good once, and changes the password', async () => {
      await press(say.useRecovery);
      await field(say.recovery).fill(recoveryCodes[0] ?? '');
      await press(say.verify);
      await page.getByText(refusals.SECOND_CODE_INVALID.says[language === 'zh' ? 0 : 1]).waitFor();
      await field(say.recovery).fill(recoveryCodes[1] ?? '');
      await press(say.verify);
      await isHome();

      await open('/accountSetting/basicSetting');
      const part = page.getByRole('region', { name: say.password });
      await part.getByRole('button', { name: say.changePassword }).click();
      await part.getByRole('textbox', { name: say.oldPassword }).fill(goodPassword);
      await part.getByRole('textbox', { name: say.newPassword }).fill(`${goodPassword}-anew`);
      await part.getByRole('button', { name: say.savePassword }).click();
      await page.getByText(say.passwordChanged).waitFor();
      await expectAccessible(page);
      expect(visitor.errors).toEqual([]);
    });
  },
);
