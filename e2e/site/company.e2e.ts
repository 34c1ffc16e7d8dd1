import { accountCalls, attestationCalls, type Language, memberCalls, refusals } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, solve } from '../../apps/server/src/testing/service.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like, word } = siteWords(language);
  return {
    urls: text('preserve.urls'),
    submit: like('preserve.submit'),
    evidence: text('attestation-list.title'),
    heading: text('settings.members'),
    acts: (name: string) => text('member-table.more', { name }),
    changePhone: text('member-table.phone'),
    phone: text('phone-field.phone'),
    code: text('code-field.code'),
    sendCode: text('code-field.send'),
    wait: like('code-field.again'),
    savePhone: text('member-phone.save'),
    phoneChanged: text('member-phone.done'),
    phoneTaken: word(refusals.MEMBER_ALREADY.says),
    wrongCode: word(refusals.CODE_INVALID.says),
    handover: text('member-table.handover'),
    offer: text('member-handover.offer'),
    offered: (name: string) => text('handover-offer.offered', { name }),
    accept: text('handover-offer.accept'),
    accepted: (account: string) => text('handover-offer.accepted', { account }),
    create: text('member-create.title'),
    confirmTitle: text('confirm-dialog.title'),
    password: text('confirm-dialog.password'),
    confirm: text('confirm-dialog.submit'),
    missing: text('attestation.missing'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'zh', width: 'desk', end: '1' },
  { language: 'en', width: 'phone', end: '2' },
] as const satisfies { language: Language; width: keyof typeof widths; end: string }[];
const memberName = '李明';
const ownPassword = 'his-own-lantern-home';

describe.each(readers(people))(
  'a company and a member who may only preserve, in $language at $width width',
  ({ language, width, end }) => {
    const ui = words[language];
    const phones = { holder: `1390000041${end}`, member: `1390000042${end}`, fresh: `1390000043${end}` };
    let holder: Visitor;
    let member: Visitor;
    let holderClient: Client;
    let holdersAno: string;

    async function visitAs(client: Client): Promise<Visitor> {
      const visitor = await web.visit({ language, width });
      await visitor.context.addCookies([{ name: 'bq-x-token', value: client.token, url: web.service.url }]);
      return visitor;
    }

    async function signedIn(account: string, password: string): Promise<Client> {
      const client = new Client(web.service);
      client.token = (await client.ask(accountCalls.login, { account, password })).token ?? '';
      return client;
    }

    beforeAll(async () => {
      holderClient = new Client(web.service);
      await holderClient.register(phones.holder);
      const { list } = await holderClient.ask(attestationCalls.preserveUrls, { urls: ['https://example.com/holder'] });
      holdersAno = list[0]?.ano ?? '';
      const challenge = await holderClient.ask(accountCalls.challenge, {});
      const solved = { challengeId: challenge.id, solution: solve(challenge) };
      await holderClient.ask(memberCalls.sendMemberCode, { phone: phones.member, ...solved });
      const { userId } = await holderClient.ask(memberCalls.createMember, {
        phone: phones.member,
        code: await web.code(phones.member),
        name: memberName,
        loginName: `li.ming-company-${end}`,
        permissions: ['preserve'],
      });
      await holderClient.ask(memberCalls.setMemberPassword, { userId, password: goodPassword });
      holder = await visitAs(holderClient);
    });
    afterAll(() => Promise.all([holder, member].map((visitor) => visitor?.close())));

    const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
    const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click();
    const choose = async (name: string) => {
      await holder.page.getByRole('button', { name: ui.acts(memberName) }).click();
      await holder.page.getByRole('menuitem', { name, exact: true }).click();
    };
    /** Confirms with the password if the page asks for it. */
    async function confirm(page: Page, password: string, done: string) {
      const dialog = page.getByRole('dialog', { name: ui.confirmTitle });
      await dialog.or(page.getByText(done)).first().waitFor();
      if (!(await dialog.isVisible())) return;
      await field(page, ui.password).last().fill(password);
      await dialog.getByRole('button', { name: ui.confirm, exact: true }).click();
    }

    it('lets the member preserve, and see their own list, detail and home, but nothing of others', async () => {
      const client = await signedIn(phones.member, goodPassword);
      await client.ask(accountCalls.choosePassword, { password: ownPassword });
      member = await visitAs(client);
      const { page } = member;
      await page.goto('/attestation/new');
      await field(page, ui.urls).fill('https://example.com/member');
      await press(page, ui.submit);
      await page.waitForURL(/\/attestation\/batch\//);
      await page.getByText('https://example.com/member').first().waitFor();
      await expectAccessible(page);

      await page.goto('/attestation');
      await page.getByRole('link', { name: 'https://example.com/member' }).first().waitFor();
      expect(await page.getByText('https://example.com/holder').count()).toBe(0);
      await page.getByRole('link', { name: 'https://example.com/member' }).first().click();
      await page.waitForURL(/\/attestation\/PK/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
      await page.goto('/home');
      await page
        .getByText('https://example.com/member')
        .or(page.getByRole('heading', { level: 1 }))
        .first()
        .waitFor();
      await expectAccessible(page);

      await page.goto(`/attestation/${holdersAno}`);
      await page.getByText(ui.missing).waitFor();
      expect(member.errors).toEqual([]);
    });

    it("changes the member's phone, and their evidence stays", async () => {
      const { page } = holder;
      await page.goto('/accountSetting/childAdmin');
      await choose(ui.changePhone);
      await field(page, ui.phone).fill(phones.holder);
      await press(page, ui.sendCode);
      await page.getByText(ui.phoneTaken).waitFor();
      await field(page, ui.phone).fill(phones.fresh);
      await press(page, ui.sendCode);
      await page.getByRole('button', { name: ui.wait }).waitFor();
      await field(page, ui.code).fill('000000');
      await press(page, ui.savePhone);
      await page.getByText(ui.wrongCode).waitFor();
      await expectAccessible(page);
      await field(page, ui.code).fill(await web.code(phones.fresh));
      await press(page, ui.savePhone);
      await page.getByText(ui.phoneChanged).waitFor();
      await expect.poll(() => new URL(member.page.url()).pathname).toBe('/login');

      await member.close();
      member = await visitAs(await signedIn(phones.fresh, ownPassword));
      await member.page.goto('/attestation');
      await member.page.getByRole('link', { name: 'https://example.com/member' }).first().waitFor();
      expect([...holder.errors, ...member.errors]).toEqual([]);
    });

    it('hands the account over to the member, who then sees everything', async () => {
      await holder.page.goto('/accountSetting/childAdmin');
      await choose(ui.handover);
      await press(holder.page, ui.offer);
      await confirm(holder.page, goodPassword, ui.offered(memberName));
      await holder.page.getByText(ui.offered(memberName)).waitFor();
      await expectAccessible(holder.page);

      const { page } = member;
      await page.goto('/accountSetting/childAdmin');
      await press(page, ui.accept);
      await expectAccessible(page);
      await press(page, ui.accept);
      await confirm(page, ownPassword, ui.accepted('Ann'));
      await page.getByText(ui.accepted('Ann')).waitFor();
      await page.getByRole('button', { name: ui.create }).waitFor();
      await page.goto('/attestation');
      await page.getByRole('link', { name: 'https://example.com/holder' }).first().waitFor();
      await expect.poll(() => new URL(holder.page.url()).pathname, { timeout: 20_000 }).toBe('/login');
      expect(member.errors).toEqual([]);
    });
  },
);
