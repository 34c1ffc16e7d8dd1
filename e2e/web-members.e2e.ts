import { certificationCalls, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../apps/server/src/features/uploads/testing/files.ts';
import { goodPassword } from '../apps/server/src/testing/service.ts';
import { signInOperator } from './kit/operator.ts';
import { Client } from './kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from './kit/web.ts';

const words = {
  zh: {
    signInAs: '手机号、邮箱或登录名',
    password: '密码',
    signIn: '登录',
    holderName: '姓名或单位名称',
    agree: /^我已阅读并同意/,
    register: '注册并登录',
    cardName: '真实姓名',
    idNumber: '身份证号码',
    front: '身份证人像面',
    emblem: '身份证国徽面',
    submit: '提交审核',
    inReview: '审核中',
    certified: '已认证',
    heading: '子账号',
    noMembers: '还没有成员',
    create: '创建子账号',
    name: '姓名',
    loginName: '登录名',
    phone: '手机号',
    code: '短信验证码',
    sendCode: '获取验证码',
    wait: /秒后可重发/,
    preserveRight: '发起、确认和管理存证',
    acts: (name: string) => `“${name}”的操作`,
    setPassword: '设置密码',
    newPassword: '新密码',
    ownPassword: '设置您自己的密码',
    goOn: '保存并继续',
    disable: '停用',
    disabled: '已停用',
    account: /^当前账号/,
    acting: (name: string, account: string) => `您正以“${account}”的“${name}”身份操作`,
    back: (name: string) => `切换回${name}`,
    invite: '邀请用户',
    find: '查找',
    confirmTitle: '确认是您本人',
    confirm: '确认',
    send: '发出邀请',
    waiting: '等待答复',
    sentTab: '邀请',
    trailTab: '操作记录',
    switched: '切换身份 · Ann',
    own: '身份与邀请',
    answer: '查看并答复：“Ann”邀请您加入',
    accept: '接受',
    expired: '登录已过期，请重新登录！',
  },
  en: {
    signInAs: 'Mobile number, e-mail or sign-in name',
    password: 'Password',
    signIn: 'Sign in',
    holderName: 'Your name, or that of your organisation',
    agree: /^I have read and agree/,
    register: 'Register and sign in',
    cardName: 'Name as on the card',
    idNumber: 'Number of the identity card',
    front: 'Identity card, side with the portrait',
    emblem: 'Identity card, side with the emblem',
    submit: 'Submit for review',
    inReview: 'In review',
    certified: 'Certified',
    heading: 'Sub-accounts',
    noMembers: 'No members yet',
    create: 'Create a sub-account',
    name: 'Name',
    loginName: 'Sign-in name',
    phone: 'Mobile number',
    code: 'Code from the text message',
    sendCode: 'Send code',
    wait: /Again in \d+ s/,
    preserveRight: 'Preserve pages, and confirm, reject and label them',
    acts: (name: string) => `Actions on ${name}`,
    setPassword: 'Set the password',
    newPassword: 'New password',
    ownPassword: 'Choose a password of your own',
    goOn: 'Save and go on',
    disable: 'Disable',
    disabled: 'Disabled',
    account: /^Acting as/,
    acting: (name: string, account: string) => `You act as ${name} of ${account}`,
    back: (name: string) => `Switch back to ${name}`,
    invite: 'Invite somebody',
    find: 'Find',
    confirmTitle: 'Confirm that it is you',
    confirm: 'Confirm',
    send: 'Send the invitation',
    waiting: 'Waiting for an answer',
    sentTab: 'Invitations',
    trailTab: 'Records',
    switched: 'Switched identity · Ann',
    own: 'Identities and invitations',
    answer: 'Look and answer: Ann invites you',
    accept: 'Accept',
    expired: 'Login expired, please log in again!',
  },
} as const satisfies Record<Language, Record<string, unknown>>;

let web: Web;
let card: { name: string; mimeType: string; buffer: Buffer };
let operator: Client;
beforeAll(async () => {
  web = await startWeb();
  card = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
  operator = new Client(web.service);
  operator.token = await signInOperator(web.service);
});
afterAll(() => web.close());

/** Other journeys are in Chinese at a desk and in English at a phone. */
const people = [
  { language: 'zh', width: 'phone', end: '1', idNumber: '11010519491231002X' },
  { language: 'en', width: 'desk', end: '2', idNumber: '34052419800101001X' },
] as const satisfies { language: Language; width: keyof typeof widths; end: string; idNumber: string }[];

describe.each(people)('an account whose people read $language at a $width', ({ language, width, end, idNumber }) => {
  const say = words[language];
  const phones = { holder: `1390000031${end}`, member: `1390000032${end}`, guest: `1390000033${end}` };
  const memberName = '李明';
  let holder: Visitor;
  let member: Visitor;
  let guest: Visitor;
  beforeAll(async () => {
    await new Client(web.service).register(phones.guest);
    [holder, member, guest] = (await Promise.all([0, 1, 2].map(() => web.visit({ language, width })))) as [
      Visitor,
      Visitor,
      Visitor,
    ];
  });
  afterAll(() => Promise.all([holder, member, guest].map((visitor) => visitor.close())));

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const told = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();

  async function enter(page: Page, account: string) {
    await page.goto('/login');
    await field(page, say.signInAs).fill(account);
    await field(page, say.password).fill(goodPassword);
    await press(page, say.signIn);
  }

  async function signIn(page: Page, account: string) {
    await enter(page, account);
    await page.getByRole('button', { name: say.account }).waitFor();
  }

  it('is registered, and its holder certified', async () => {
    const { page } = holder;
    await page.goto('/registry');
    await field(page, say.phone).fill(phones.holder);
    await press(page, say.sendCode);
    await page.getByRole('button', { name: say.wait }).waitFor();
    await field(page, say.code).fill(await web.code(phones.holder));
    await field(page, say.holderName).fill('Ann');
    await field(page, say.password).fill(goodPassword);
    await page.getByRole('checkbox', { name: say.agree }).check();
    await press(page, say.register);
    await page.getByRole('button', { name: say.account }).waitFor();

    await page.goto('/accountSetting/basicSetting/personal');
    await field(page, say.cardName).fill('安小芳');
    await field(page, say.idNumber).fill(idNumber);
    for (const side of [say.front, say.emblem]) {
      await page.getByLabel(side, { exact: true }).and(page.locator('input[type=file]')).setInputFiles(card);
      await page.getByRole('img', { name: side, exact: true }).waitFor();
    }
    await press(page, say.submit);
    await told(page, say.inReview);
    for (const { id, attempt } of (await operator.ask(certificationCalls.reviewQueue, {})).list)
      await operator.ask(certificationCalls.approveCertification, { id, attempt });
    await page.reload();
    await told(page, say.certified);
    expect(holder.errors).toEqual([]);
  });

  it('makes a sub-account with the code of its phone, without the right to preserve', async () => {
    const { page } = holder;
    await page.goto('/accountSetting/childAdmin');
    await told(page, say.noMembers);
    await expectAccessible(page);

    await press(page, say.create);
    await field(page, say.name).fill(memberName);
    await field(page, say.loginName).fill(`li.ming-${end}`);
    await field(page, say.phone).fill(phones.member);
    await press(page, say.sendCode);
    await page.getByRole('button', { name: say.wait }).waitFor();
    await field(page, say.code).fill(await web.code(phones.member));
    await page.getByRole('checkbox', { name: say.preserveRight }).uncheck();
    await expectAccessible(page);
    await page.locator('form button[type=submit]').click();

    await page.getByRole('button', { name: say.acts(memberName) }).click();
    await choose(page, say.setPassword);
    await field(page, say.newPassword).fill(goodPassword);
    await press(page, say.setPassword);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expectAccessible(page);
    expect(holder.errors).toEqual([]);
  });

  it('lets the member in by name with a password of his own, and act as nobody else', async () => {
    const { page } = member;
    await enter(page, `li.ming-${end}`);
    await page.getByRole('heading', { level: 1, name: say.ownPassword }).waitFor();
    await page.goto('/attestation/list');
    await page.getByRole('heading', { level: 1, name: say.ownPassword }).waitFor();
    await expectAccessible(page);
    await field(page, say.newPassword).fill('his-own-lantern-home');
    await press(page, say.goOn);
    await page.getByRole('button', { name: say.account }).waitFor();
    await page.goto('/accountSetting/childAdmin');

    await page.getByRole('heading', { level: 1, name: say.own }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: say.create }).count()).toBe(0);
    expect(member.errors).toEqual([]);
  });

  it('has its holder act as the member, with a line that says so and leads back', async () => {
    const { page } = holder;
    await page.getByRole('button', { name: say.account }).click();
    await page.getByRole('menuitem', { name: memberName }).click();

    await told(page, say.acting(memberName, 'Ann'));
    await expectAccessible(page);
    await press(page, say.back('Ann'));
    await page.getByText(say.acting(memberName, 'Ann')).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: say.account }).waitFor();
    expect(holder.errors).toEqual([]);
  });

  it('invites somebody, who accepts, acts for it, and stands in its records', async () => {
    const { page } = holder;
    await page.goto('/accountSetting/childAdmin');
    await page.getByRole('heading', { level: 1, name: say.heading }).waitFor();
    await press(page, say.invite);
    await field(page, say.phone).fill(phones.guest);
    await page.locator('form button[type=submit]').click();
    await page.getByRole('button', { name: say.send }).click();
    // Who switched and came back has not confirmed himself in this session.
    const dialog = page.getByRole('dialog', { name: say.confirmTitle });
    await dialog.getByRole('textbox', { name: say.password, exact: true }).fill(goodPassword);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: say.confirm, exact: true }).click();
    for (const name of [say.confirmTitle, say.invite])
      await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: say.sentTab }).click();
    await told(page, say.waiting);
    await expectAccessible(page);

    await signIn(guest.page, phones.guest);
    await guest.page.getByRole('link', { name: say.answer }).waitFor();
    await expectAccessible(guest.page);
    await guest.page.getByRole('link', { name: say.answer }).click();
    await guest.page.getByRole('button', { name: say.accept }).click();
    await guest.page.getByRole('button', { name: say.accept }).waitFor({ state: 'hidden' });
    await expectAccessible(guest.page);
    await guest.page.getByRole('button', { name: say.account }).click();
    await guest.page.getByRole('menuitem', { name: 'Ann · Ann' }).click();
    await told(guest.page, say.acting('Ann', 'Ann'));

    await page.goto('/accountSetting/childAdmin?view=trail');
    const newest = page.getByRole('list', { name: say.trailTab }).getByRole('listitem').first();
    await newest.waitFor();
    expect(await newest.innerText()).toContain(say.switched);
    await expectAccessible(page);
    expect([...holder.errors, ...guest.errors]).toEqual([]);
  });

  it('disables the member, whose open page leads to signing in', async () => {
    const { page } = holder;
    await page.goto('/accountSetting/childAdmin');
    await page.getByRole('button', { name: say.acts(memberName) }).click();
    await choose(page, say.disable);
    await press(page, say.disable);

    await told(page, say.disabled);
    await expect.poll(() => new URL(member.page.url()).pathname, { timeout: 20_000 }).toBe('/login');
    await expectAccessible(page);
  });
});
