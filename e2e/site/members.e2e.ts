import {
  certificationCalls,
  certificationWords,
  invitationStateWords,
  type Language,
  permissionWords,
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
    acts: (name: string) => text('member-table.more', { name }),
    setPassword: text('member-password.save'),
    newPassword: text('choose-password.password'),
    ownPassword: text('choose-password.title'),
    goOn: text('choose-password.submit'),
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

/** Other journeys are in Chinese at a desk and in English at a phone. */
const people = [
  { language: 'zh', width: 'phone', end: '1', idNumber: '440305199003071236' },
  { language: 'en', width: 'desk', end: '2', idNumber: '320502198706150029' },
] as const satisfies { language: Language; width: keyof typeof widths; end: string; idNumber: string }[];

describe.each(readers(people))(
  'an account and its members in $language at $width width',
  ({ language, width, end, idNumber }) => {
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

    it('is registered, and its holder is certified', async () => {
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

    it("creates a sub-account by its phone's code, without the right to preserve", async () => {
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

    it('signs the member in by name with their own password, and offers no other account', async () => {
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

    it('lets the holder act as the member, with a line that says so and leads back', async () => {
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

    it('invites a user, who accepts, acts for the account and appears in its activity log', async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await page.getByRole('heading', { level: 1, name: say.heading }).waitFor();
      await press(page, say.invite);
      await field(page, say.phone).fill(phones.guest);
      await page.locator('form button[type=submit]').click();
      await page.getByRole('button', { name: say.send }).click();
      // After switching back, the session needs the password again.
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

    it('disables the member, and their open page leads to sign-in', async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await page.getByRole('button', { name: say.acts(memberName) }).click();
      await choose(page, say.disable);
      await press(page, say.disable);

      await told(page, say.disabled);
      await expect.poll(() => new URL(member.page.url()).pathname, { timeout: 20_000 }).toBe('/login');
      await expectAccessible(page);
    });
  },
);
