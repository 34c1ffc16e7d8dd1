import { type Language, refusals } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../../apps/server/src/testing/service.ts';
import { readers } from '../kit/readers.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const newPassword = 'another-lantern-for-the-road';

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  return {
    register: text('register.title'),
    phone: text('phone-field.phone'),
    handle: text('sign-in.account'),
    code: text('code-field.code'),
    sendCode: text('code-field.send'),
    wait: like('code-field.again'),
    name: text('register.name'),
    password: text('confirm-dialog.password'),
    newPassword: text('choose-password.password'),
    agree: like('register.agree'),
    submitRegister: text('register.submit'),
    badPhone: text('account-rules.phone'),
    badCode: text('account-rules.code'),
    wrongCode: word(refusals.CODE_INVALID.says),
    badPassword: text('account-rules.password'),
    commonPassword: word(refusals.PASSWORD_COMMON.says),
    badName: text('account-rules.name'),
    notAgreed: text('account-rules.agreed'),
    rename: text('profile-section.change'),
    accountName: text('rename-form.accountName'),
    saveNames: text('rename-form.save'),
    greeting: text('home.greeting', { name: '王芳' }),
    account: either(/^当前账号：.*王芳/, /^Acting for .*王芳/),
    signOut: text('choose-password.signOut'),
    signIn: text('public-frame.signIn'),
    byCode: text('sign-in.byCode'),
    wrongPassword: word(refusals.CREDENTIALS_INVALID.says),
    forgot: text('sign-in.forgot'),
    reset: text('reset-password.title'),
    evidence: text('attestation-list.title'),
    expired: either('登录已过期，请重新登录！', 'Login expired, please log in again!'),
    close: text('closing.close'),
    closeTitle: text('closing.title'),
    read: text('closing.read'),
    ask: text('closing.ask'),
    cooling: text('closing.cooling'),
    undo: text('closing.undo'),
    undone: text('closing.undone'),
    prepare: text('export.prepare'),
    dataReady: text('export.ready'),
    download: like('export.download'),
    notFound: text('not-found.title'),
    exception: text('exception.title'),
    other: either('English', '中文'),
    otherRegister: siteWords(either('en', 'zh')).text('register.title'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'en', width: 'phone', phone: '13900000104' },
  { language: 'zh', width: 'desk', phone: '13900000101' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('a user in $language at $width width', ({ language, width, phone }) => {
  const ui = words[language];
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
  });
  afterAll(() => visitor.close());

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const expectText = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const expectHome = () => page.getByRole('heading', { level: 1, name: ui.greeting }).waitFor();

  async function sendCode(): Promise<string> {
    await press(ui.sendCode);
    await page.getByRole('button', { name: ui.wait }).waitFor();
    return web.code(phone);
  }

  async function signOut() {
    await page.getByRole('button', { name: ui.account }).click();
    await page.getByRole('menuitem', { name: ui.signOut }).click();
    await page.getByRole('heading', { level: 1, name: ui.signIn }).waitFor();
  }

  async function signInByPassword(password: string) {
    await field(ui.handle).fill(phone);
    await field(ui.password).fill(password);
    await press(ui.signIn);
  }

  it('registers, and each wrong field shows its error', async () => {
    await page.goto('/registry');
    await page.getByRole('heading', { level: 1, name: ui.register }).waitFor();
    await expectAccessible(page);
    await press(ui.submitRegister);
    for (const text of [ui.badPhone, ui.badCode, ui.badName, ui.badPassword, ui.notAgreed]) await expectText(text);
    await expectAccessible(page);

    await field(ui.phone).fill(phone);
    const code = await sendCode();
    await field(ui.code).fill(code === '000000' ? '000001' : '000000');
    await field(ui.name).fill('王芳');
    await field(ui.password).fill('password');
    // Validation messages that disappear move the fields below them.
    for (const text of [ui.badName, ui.badPassword])
      await page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: ui.agree }).check();
    await press(ui.submitRegister);
    await expectText(ui.commonPassword);
    await field(ui.password).fill(goodPassword);
    await press(ui.submitRegister);
    await expectText(ui.wrongCode);
    await field(ui.code).fill(code);
    await press(ui.submitRegister);

    await expectHome();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it("gives the account a name other than the user's", async () => {
    await page.goto('/accountSetting/basicSetting');
    await press(ui.rename);
    await field(ui.accountName).fill(' ');
    await press(ui.saveNames);
    await expectText(ui.badName);
    await expectAccessible(page);
    await field(ui.accountName).fill('存真科技');
    await press(ui.saveNames);

    await page.getByRole('definition').filter({ hasText: '存真科技' }).waitFor();
    await page.getByRole('definition').filter({ hasText: '王芳' }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('signs out, and signs in with the right password only', async () => {
    await signOut();
    await expectAccessible(page);

    await signInByPassword('not-the-password');
    await expectText(ui.wrongPassword);
    await expectAccessible(page);
    await field(ui.password).fill(goodPassword);
    await press(ui.signIn);

    await expectHome();
    expect(visitor.errors).toEqual([]);
  });

  it('signs in with the code from the text message only', async () => {
    await signOut();
    await page.getByRole('tab', { name: ui.byCode }).click();
    await field(ui.phone).fill('12345');
    await press(ui.sendCode);
    await expectText(ui.badPhone);
    await field(ui.phone).fill(phone);
    const code = await sendCode();
    await expectAccessible(page);

    await field(ui.code).fill(code === '000000' ? '000001' : '000000');
    await press(ui.signIn);
    await expectText(ui.wrongCode);
    await field(ui.code).fill(code);
    await press(ui.signIn);

    await expectHome();
    expect(visitor.errors).toEqual([]);
  });

  it('resets the password, and the old one stops working', async () => {
    await signOut();
    await page.getByRole('link', { name: ui.forgot }).click();
    await page.getByRole('heading', { level: 1, name: ui.reset }).waitFor();
    await expectAccessible(page);
    await field(ui.phone).fill(phone);
    await field(ui.code).fill(await sendCode());
    await field(ui.newPassword).fill('short');
    await press(ui.reset);
    await expectText(ui.badPassword);
    await field(ui.newPassword).fill(newPassword);
    await press(ui.reset);

    await page.getByRole('heading', { level: 1, name: ui.signIn }).waitFor();
    await signInByPassword(goodPassword);
    await expectText(ui.wrongPassword);
    await field(ui.password).fill(newPassword);
    await press(ui.signIn);
    await expectHome();
    expect(visitor.errors).toEqual([]);
  });

  it('signs in again after the session expires and returns to the same page', async () => {
    await page.evaluate("localStorage.setItem('left', 'over'); sessionStorage.setItem('left', 'over')");
    await visitor.context.clearCookies({ name: 'bq-x-token' });
    await page.goto('/attestation/list?state=failed');

    await expectText(ui.expired);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    // The sign-in page reloads the platform's public settings.
    const kept = (await page.evaluate('Object.keys({ ...localStorage, ...sessionStorage })')) as string[];
    expect(kept.filter((key) => key !== 'sessionPlatform')).toEqual([]);
    await signInByPassword(newPassword);
    await page.getByRole('heading', { level: 1, name: ui.evidence }).waitFor();
    expect(page.url()).toBe(`${web.service.url}/attestation/list?state=failed`);
    await expectAccessible(page);
  });

  it('exports the data, requests the closing of the account, and cancels the request', async () => {
    await page.goto('/accountSetting/basicSetting');
    await page.getByRole('heading', { level: 2, name: ui.closeTitle }).waitFor();
    await expectAccessible(page);
    await press(ui.prepare);
    await page.getByRole('heading', { level: 2, name: ui.dataReady }).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: ui.download }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^proofkeep-\d{4}-\d\d-\d\d\.zip$/);

    await press(ui.close);
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    expect(await dialog.getByRole('button', { name: ui.ask, exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: ui.read }).check();
    await dialog.getByRole('button', { name: ui.ask, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: ui.cooling }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessible(page);

    await press(ui.undo);
    await expectText(ui.undone);
    await page.getByRole('button', { name: ui.close, exact: true }).waitFor();
    expect(visitor.errors).toEqual([]);
  });

  it('shows a page for unknown addresses and one for exceptions', async () => {
    await page.goto('/no/such/page');
    await page.getByRole('heading', { level: 1, name: ui.notFound }).waitFor();
    await expectAccessible(page);
    await page.goto('/exception?errorCode=409001&errorMessage=%3Cb%3Ebusy%3C%2Fb%3E');

    await page.getByRole('heading', { level: 1, name: ui.exception }).waitFor();
    await expectText('<b>busy</b>');
    await expectText('409001');
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('keeps the chosen language after a reload', async () => {
    await page.goto('/registry');
    await press(ui.other);
    await page.getByRole('heading', { level: 1, name: ui.otherRegister }).waitFor();
    await page.reload();

    await page.getByRole('heading', { level: 1, name: ui.otherRegister }).waitFor();
    expect(visitor.errors).toEqual([]);
  });
});
