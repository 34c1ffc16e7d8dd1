import {
  certificationCalls,
  certificationWords,
  invitationStateWords,
  type Language,
  maskedPhone,
  permissionWords,
  refusals,
} from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { goodPassword } from '../../apps/server/src/testing/service.ts';
import { newOperator } from '../kit/operator.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  return {
    signInAs: text('sign-in.account'),
    password: text('confirm-dialog.password'),
    signIn: text('public-frame.signIn'),
    holderName: text('register.name'),
    agree: like('register.agree'),
    register: text('register.submit'),
    cardName: text('personal-form.name'),
    idNumber: text('personal-form.idNumber'),
    front: text('personal-form.front'),
    emblem: text('personal-form.back'),
    submit: text('enterprise-form.submit'),
    inReview: word(certificationWords.pending),
    certified: word(certificationWords.approved),
    heading: text('settings.members'),
    noMembers: text('member-list.none'),
    create: text('member-create.title'),
    name: text('profile-section.name'),
    loginName: text('member-create.loginName'),
    phone: text('phone-field.phone'),
    code: text('code-field.code'),
    sendCode: text('code-field.send'),
    wait: like('code-field.again'),
    preserveRight: word(permissionWords.preserve),
    mayNotPreserve: text('may-not-preserve.note', { account: 'Ann' }),
    typed: text('any-input.label'),
    acts: (name: string) => text('member-table.more', { name }),
    setPassword: text('member-password.save'),
    newPassword: text('choose-password.password'),
    ownPassword: text('choose-password.title'),
    goOn: text('choose-password.submit'),
    inviteInstead: word(refusals.INVITE_INSTEAD.says),
    createdClose: text('member-created.close'),
    handover: text('member-table.handover'),
    offer: text('member-handover.offer'),
    isPersonal: word(refusals.HANDOVER_PERSONAL.says),
    cancel: text('member-handover.cancel'),
    remove: text('member-table.remove'),
    removeMember: text('member-remove.remove'),
    removed: text('member-remove.done'),
    disable: text('member-disable.disable'),
    disabled: text('member-disable.done'),
    account: like('account-menu.account'),
    acting: (name: string, account: string) => text('acting-line.acting', { account, name }),
    back: (name: string) => text('acting-line.back', { name }),
    invite: text('member-invite.title'),
    find: text('member-invite.find'),
    confirmTitle: text('confirm-dialog.title'),
    confirm: text('confirm-dialog.submit'),
    send: text('member-invite.submit'),
    waiting: word(invitationStateWords.invited),
    sentTab: text('members.sent'),
    trailTab: text('member-trail.list'),
    switched: either('切换身份 · Ann', 'Switched identity · Ann'),
    own: text('members.own'),
    answer: text('home-answers.answerTo', { what: text('home-answers.invited', { account: 'Ann' }) }),
    accept: text('member-received.accept'),
    expired: either('登录已过期，请重新登录！', 'Login expired, please log in again!'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
let card: { name: string; mimeType: string; buffer: Buffer };
let operator: Client;
beforeAll(async () => {
  web = await openSharedWeb();
  card = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
  operator = await newOperator(web);
});
afterAll(() => web.close());

/** Other journeys use Chinese on a desktop and English on a phone. */
const people = [
  { language: 'zh', width: 'phone', end: '1', idNumber: '440305199003071236' },
  { language: 'en', width: 'desk', end: '2', idNumber: '320502198706150029' },
] as const satisfies { language: Language; width: keyof typeof widths; end: string; idNumber: string }[];

describe.each(readers(people))(
  'an account and its members in $language at $width width',
  ({ language, width, end, idNumber }) => {
    const ui = words[language];
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
    const expectText = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
    const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click();

    async function enter(page: Page, account: string) {
      await page.goto('/login');
      await field(page, ui.signInAs).fill(account);
      await field(page, ui.password).fill(goodPassword);
      await press(page, ui.signIn);
    }

    async function signIn(page: Page, account: string) {
      await enter(page, account);
      await page.getByRole('button', { name: ui.account }).waitFor();
    }

    it('is registered, and its holder is certified', async () => {
      const { page } = holder;
      await page.goto('/registry');
      await field(page, ui.phone).fill(phones.holder);
      await press(page, ui.sendCode);
      await page.getByRole('button', { name: ui.wait }).waitFor();
      await field(page, ui.code).fill(await web.code(phones.holder));
      await field(page, ui.holderName).fill('Ann');
      await field(page, ui.password).fill(goodPassword);
      await page.getByRole('checkbox', { name: ui.agree }).check();
      await press(page, ui.register);
      await page.getByRole('button', { name: ui.account }).waitFor();

      await page.goto('/accountSetting/basicSetting/personal');
      await field(page, ui.cardName).fill('安小芳');
      await field(page, ui.idNumber).fill(idNumber);
      for (const side of [ui.front, ui.emblem]) {
        await page.getByLabel(side, { exact: true }).and(page.locator('input[type=file]')).setInputFiles(card);
        await page.getByRole('img', { name: side, exact: true }).waitFor();
      }
      await press(page, ui.submit);
      await expectText(page, ui.inReview);
      for (const { id, attempt } of (await operator.ask(certificationCalls.reviewQueue, {})).list)
        await operator.ask(certificationCalls.approveCertification, { id, attempt });
      await page.reload();
      await expectText(page, ui.certified);
      expect(holder.errors).toEqual([]);
    });

    it("creates a sub-account by its phone's code, without the right to preserve", async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await expectText(page, ui.noMembers);
      await expectAccessible(page);

      await press(page, ui.create);
      await field(page, ui.name).fill(memberName);
      await field(page, ui.loginName).fill(`li.ming-${end}`);
      await field(page, ui.phone).fill(phones.guest);
      await press(page, ui.sendCode);
      await page.getByText(ui.inviteInstead).waitFor();
      await field(page, ui.phone).fill(`+86 ${phones.member.slice(0, 3)}-${phones.member.slice(3)}`);
      await press(page, ui.sendCode);
      await page.getByRole('button', { name: ui.wait }).waitFor();
      await field(page, ui.code).fill(await web.code(phones.member));
      await page.getByRole('checkbox', { name: ui.preserveRight }).uncheck();
      await expectAccessible(page);
      await page.locator('form button[type=submit]').click();
      await page.getByText(`li.ming-${end}`, { exact: true }).first().waitFor();
      await expectAccessible(page);
      await press(page, ui.createdClose);

      await page.getByRole('button', { name: ui.acts(memberName) }).click();
      await choose(page, ui.setPassword);
      await field(page, ui.newPassword).fill(goodPassword);
      await press(page, ui.setPassword);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await expectAccessible(page);
      expect(holder.errors).toEqual([]);
    });

    it('signs the member in by name with their own password, and offers no other account', async () => {
      const { page } = member;
      await enter(page, `li.ming-${end}`);
      await page.getByRole('heading', { level: 1, name: ui.ownPassword }).waitFor();
      await page.goto('/attestation/list');
      await page.getByRole('heading', { level: 1, name: ui.ownPassword }).waitFor();
      await expectAccessible(page);
      await field(page, ui.newPassword).fill('his-own-lantern-home');
      await press(page, ui.goOn);
      await page.getByRole('button', { name: ui.account }).waitFor();
      await page.goto('/accountSetting/childAdmin');

      await page.getByRole('heading', { level: 1, name: ui.own }).waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('button', { name: ui.create }).count()).toBe(0);
      expect(member.errors).toEqual([]);
    });

    it('tells the member, in place of the forms, that the holder has not allowed them to preserve', async () => {
      const { page } = member;
      for (const path of ['/home', '/attestation/new', '/attestation/new?kind=files']) {
        await page.goto(path);
        await expectText(page, ui.mayNotPreserve);
        expect(await field(page, ui.typed).count()).toBe(0);
        expect(await page.locator('main button, main .ant-btn').count()).toBe(0);
        await expectAccessible(page);
      }
      expect(member.errors).toEqual([]);
    });

    it('lets the holder act as the member, with a notice and a way back', async () => {
      const { page } = holder;
      await page.getByRole('button', { name: ui.account }).click();
      await page.getByRole('menuitem', { name: memberName }).click();

      await expectText(page, ui.acting(memberName, 'Ann'));
      await expectAccessible(page);
      await press(page, ui.back('Ann'));
      await page.getByText(ui.acting(memberName, 'Ann')).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: ui.account }).waitFor();
      expect(holder.errors).toEqual([]);
    });

    it('invites a user, who accepts, acts for the account and appears in its activity log', async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await page.getByRole('heading', { level: 1, name: ui.heading }).waitFor();
      await press(page, ui.invite);
      await field(page, ui.phone).fill(phones.guest);
      await page.locator('form button[type=submit]').click();
      await page.getByRole('button', { name: ui.send }).click();
      // After switching back, the session needs the password again.
      const dialog = page.getByRole('dialog', { name: ui.confirmTitle });
      await dialog.getByRole('textbox', { name: ui.password, exact: true }).fill(goodPassword);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: ui.confirm, exact: true }).click();
      for (const name of [ui.confirmTitle, ui.invite])
        await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
      await page.getByRole('tab', { name: ui.sentTab }).click();
      await expectText(page, ui.waiting);
      await expectAccessible(page);

      await signIn(guest.page, phones.guest);
      await guest.page.getByRole('link', { name: ui.answer }).waitFor();
      await expectAccessible(guest.page);
      await guest.page.getByRole('link', { name: ui.answer }).click();
      await guest.page.getByRole('button', { name: ui.accept }).click();
      await guest.page.getByRole('button', { name: ui.accept }).waitFor({ state: 'hidden' });
      await expectAccessible(guest.page);
      await guest.page.getByRole('button', { name: ui.account }).click();
      await guest.page.getByRole('menuitem', { name: maskedPhone(phones.holder) }).click();
      await expectText(guest.page, ui.acting('Ann', 'Ann'));

      await page.goto('/accountSetting/childAdmin?view=trail');
      const newest = page.getByRole('list', { name: ui.trailTab }).getByRole('listitem').first();
      await newest.waitFor();
      expect(await newest.innerText()).toContain(ui.switched);
      await expectAccessible(page);
      expect([...holder.errors, ...guest.errors]).toEqual([]);
    });

    it("can't be handed over while certified as a person, and gives the reason", async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await page.getByRole('button', { name: ui.acts(memberName) }).click();
      await choose(page, ui.handover);
      await press(page, ui.offer);

      await page.getByText(ui.isPersonal).waitFor();
      await expectAccessible(page);
      await press(page, ui.cancel);
      expect(holder.errors).toEqual([]);
    });

    it('disables the member, whose open page then leads to sign-in', async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await page.getByRole('button', { name: ui.acts(memberName) }).click();
      await choose(page, ui.disable);
      await press(page, ui.disable);

      await expectText(page, ui.disabled);
      await expect.poll(() => new URL(member.page.url()).pathname, { timeout: 20_000 }).toBe('/login');
      await expectAccessible(page);
    });

    it('deletes the member, who disappears from the list', async () => {
      const { page } = holder;
      await page.getByRole('button', { name: ui.acts(memberName) }).click();
      await choose(page, ui.remove);
      await expectAccessible(page);
      await press(page, ui.removeMember);

      await expectText(page, ui.removed);
      await page.getByRole('button', { name: ui.acts(memberName) }).waitFor({ state: 'hidden' });
      expect(holder.errors).toEqual([]);
    });
  },
);
