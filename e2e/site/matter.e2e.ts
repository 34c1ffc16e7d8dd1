import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Language,
  matterKindFacts,
  matterPartyRoleWords,
  matterStateWords,
  matterStepWords,
  notarizationCalls,
} from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idNumber } from '../../apps/server/src/features/notarization/testing/matters.ts';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { run } from '../kit/command.ts';
import { forgetProof, newNotary, type OfficeNotary } from '../kit/notary.ts';
import { partyPhone } from '../kit/party-phone.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, expectNothingSticksOut, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

let web: Web;
beforeAll(async () => {
  const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  web = await startWeb({ browserArgs: [...fakeCamera, '--autoplay-policy=no-user-gesture-required'] });
});
afterAll(() => web.close());

/** Desk, console and the second phone use another language than the first phone, so that one run covers both. */
const groups = [
  { language: 'zh', other: 'en', phones: ['13900000861', '13900000862', '13900000863'] },
  { language: 'en', other: 'zh', phones: ['13900000871', '13900000872', '13900000873'] },
] as const satisfies { language: Language; other: Language; phones: [string, string, string] }[];

describe.each(readers(groups))('four browsers, the desk in $language', ({ language, other, phones }) => {
  const desk = siteWords(language);
  const console = siteWords(language);
  const parties = [
    { name: '王芳', idNumber: idNumber(), phone: phones[1] },
    { name: '李强', idNumber: idNumber(), phone: phones[2] },
  ] as const;
  let holder: Client;
  let notary: OfficeNotary;
  let applicant: Visitor;
  let office: Visitor;
  let handsets: Visitor[];
  let people: ReturnType<typeof partyPhone>[];
  let id: string;
  let no: string;
  beforeAll(async () => {
    notary = await newNotary(web);
    holder = new Client(web.service);
    await holder.register(phones[0]);
    applicant = await web.visit({ language, width: 'desk' });
    office = await web.visit({ language, width: 'desk' });
    handsets = [
      await web.visit({ language, width: 'phone', height: 780 }),
      await web.visit({ language: other, width: 'phone', height: 780 }),
    ];
    const { url } = web.service;
    await applicant.context.addCookies([{ name: 'bq-x-token', value: holder.token, url }]);
    const cookie = { name: 'bq-console-token', value: notary.client.token, domain: new URL(url).hostname };
    await office.context.addCookies([{ ...cookie, path: '/creditor/console/' }]);
  });

  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const confirm = (name: string) => office.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const isIn = (state: keyof typeof matterStateWords) =>
    office.page.locator('.page-heading').getByText(console.word(matterStateWords[state]), { exact: true }).waitFor();
  const errors = () => [applicant, office, ...handsets].flatMap((visitor) => visitor.errors);

  it('applies at the desk for two parties', async () => {
    const { page } = applicant;
    const { text, word, either } = desk;
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    await page.goto('/notarization/add');
    await press(page, new RegExp(`^${word(matterKindFacts.declaration.name)}`));
    await field(text('matter-part.purpose')).fill('用于办理房屋买卖');
    await field(word(matterKindFacts.declaration.fields[0]?.label ?? ['', ''])).fill('双方声明房屋买卖出于自愿。');
    const chosen = page.getByRole('combobox', { name: text('matter-office.office'), exact: true });
    await chosen.fill(notary.office.name);
    await chosen.press('Enter');
    await press(page, text('matter-parties.counterparty'));
    for (const [at, role] of (['applicant', 'counterparty'] as const).entries()) {
      const group = page.getByRole('group', { name: word(matterPartyRoleWords[role]) });
      const party = parties[at];
      await group.getByRole('textbox', { name: text('matter-party.idNumber') }).fill(party?.idNumber ?? '');
      await group.getByRole('textbox', { name: text('matter-party.phone') }).fill(party?.phone ?? '');
      await group.getByRole('textbox', { name: text('matter-party.name'), exact: true }).fill(party?.name ?? '');
    }
    const file = { name: '身份证.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
    await page.locator('#materials\\.identity').setInputFiles(file);
    await page.getByRole('img', { name: either('身份证件', 'Identity document'), exact: true }).waitFor();
    await expectNothingSticksOut(page);
    await press(page, text('matter-form.submit'));
    await page.getByRole('heading', { name: text('matter-filed.title') }).waitFor();

    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    ({ no } = await holder.ask(notarizationCalls.matterInfo, { id }));
    people = handsets.map((visitor, at) =>
      partyPhone(web, visitor, { nid: no, language: at === 0 ? language : other, party: parties[at] ?? parties[0] }),
    );
    expect(errors()).toEqual([]);
  }, 60_000);

  it('is accepted in the console and paid at the cashier of the sandbox', async () => {
    const { text } = console;
    await office.page.goto('/console/matters');
    await office.page
      .getByRole('listitem')
      .getByRole('link', { name: new RegExp(parties[0].name) })
      .first()
      .click();
    await press(office.page, text('console-matter-advance.accept'));
    await confirm(text('console-matter-advance.accept'));
    await isIn('accepted');

    const { page } = applicant;
    await page.goto(`/notarization/${id}`);
    await press(page, desk.text('matter-fee.byOrder', { fee: '¥800.00' }));
    await press(page, desk.text('pay-choose.pay', { amount: '¥800.00' }));
    await press(page, desk.either('付款成功', 'Pay'));
    await page.getByRole('heading', { name: desk.text('pay-outcome.paid') }).waitFor();
    await page.goto(`/notarization/${id}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: desk.text('matter-next.signOnline'), exact: true })
      .click();
    const sending = page.getByRole('button', { name: desk.like('matter-online.send') });
    await sending.first().waitFor();
    for (let left = await sending.count(); left > 0; left--) {
      await sending.first().click();
      await expect.poll(() => sending.count()).toBe(left - 1);
    }
    await expectNothingSticksOut(page);
    expect(errors()).toEqual([]);
  }, 60_000);

  it('identifies its parties on two phones at the same time, each through the link in a text message', async () => {
    await Promise.all(
      people.map(async (person, at) => {
        await person.signIn();
        await person.consent();
        await person.showCard();
        await person.recordPortrait();
        await person.answerQuestions();
        await person.recordStatement();
        await expectNothingSticksOut((handsets[at] as Visitor).page);
      }),
    );
    expect(errors()).toEqual([]);
  }, 120_000);

  it('repeats a portrait for the reason given by the notary', async () => {
    const { text, word } = console;
    const { page } = office;
    await page.reload();
    await isIn('identity-review');
    const [, party] = parties;
    await page
      .locator('.matter-person, li, article')
      .filter({ hasText: party.name })
      .filter({ has: page.getByRole('button', { name: text('console-matter-repeat.act') }) })
      .last()
      .getByRole('button', { name: text('console-matter-repeat.act') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: word(matterStepWords['live-video']) }).check();
    await dialog.getByLabel(text('console-matter-repeat.reason'), { exact: true }).fill('光线太暗，请重新录制');
    await confirm(text('console-matter-repeat.act'));
    await isIn('identity');

    const [, second] = people;
    await second?.at('verify-result');
    const handset = (handsets[1] as Visitor).page;
    await handset.getByText(/光线太暗，请重新录制/).waitFor();
    await expectAccessible(handset);
    await handset.getByRole('button', { name: siteWords(other).text('sign-results.doAgain') }).click();
    await second?.recordPortrait();
    expect(errors()).toEqual([]);
  }, 60_000);

  it('is confirmed once every recording was played to the end', async () => {
    const { text, like } = console;
    const { page } = office;
    await page.reload();
    await isIn('identity-review');
    await page.getByText(text('console-matter-identity.unplayed'), { exact: true }).first().waitFor();
    await page.locator('video').evaluateAll((videos) =>
      videos.map(async (element) => {
        const video = element as HTMLVideoElement;
        video.muted = true;
        video.playbackRate = 4;
        await video.play();
      }),
    );
    await expect
      .poll(() => page.getByText(text('console-matter-identity.unplayed'), { exact: true }).count(), {
        timeout: 30_000,
      })
      .toBe(0);
    await press(page, like('console-matter-questions.takeOver'));
    await press(page, text('console-matter-questions.save'));
    await page.getByText(text('console-matter-questions.whole'), { exact: true }).waitFor();
    await expectAccessible(page);
    await press(page, text('console-matter-advance.identities'));
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: text('console-matter-advance.noSession') })
      .check();
    await confirm(text('console-matter-advance.confirm'));
    await isIn('signing');
    expect(errors()).toEqual([]);
  }, 90_000);

  it('is read and signed on both phones at the same time', async () => {
    await Promise.all(
      people.map(async (person) => {
        await person.readDocuments();
        await person.sign();
      }),
    );
    expect(errors()).toEqual([]);
  }, 90_000);

  it('becomes a deed after the notary enters the second factor', async () => {
    const { text } = console;
    const { page } = office;
    await forgetProof(web);
    await page.reload();
    await isIn('sealing');
    await press(page, text('console-matter-issue.act'));
    await confirm(text('console-matter-issue.act'));
    const proof = page.getByRole('dialog', { name: text('console-proof.title') });
    await proof.getByLabel(text('console-proof.code'), { exact: true }).fill(notary.recoveryCodes[0] ?? '');
    await proof.getByRole('button', { name: text('console-proof.confirm'), exact: true }).click();
    await isIn('issued');
    expect(errors()).toEqual([]);
  }, 60_000);

  it('can be verified by anyone: the deed on the public page, the bundle on the command line and in the browser', async () => {
    const { page } = applicant;
    const { text } = desk;
    await page.goto(`/notarization/${id}`);
    const folder = await mkdtemp(join(tmpdir(), 'matter-e2e-'));
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: desk.like('matter-bundle.bundle') }).click();
    await (await saved).saveAs(join(folder, 'matter.zip'));
    const checked = await run(['verify', join(folder, 'matter.zip'), '--json'], { DATA_DIR: web.dataDir });
    const { documents } = await holder.ask(notarizationCalls.matterInfo, { id });
    const documentId = documents.find(({ kind }) => kind === 'deed')?.id ?? '';
    const deed = Buffer.from(await holder.bytes(notarizationCalls.matterFile, { id, documentId }));

    const stranger = await web.visit({ language: other, width: 'desk' });
    const words = siteWords(other);
    await stranger.page.goto(
      (await page.getByRole('link', { name: text('matter-next.public') }).getAttribute('href')) ?? '',
    );
    await stranger.page.getByRole('heading', { name: words.text('matter-result.passed') }).waitFor();
    await stranger.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer: deed });
    await stranger.page.getByText(words.text('matter-result.isFinished', { name: 'deed.pdf' })).waitFor();
    await expectAccessible(stranger.page);
    await stranger.page.goto(paths.query);
    await stranger.page.getByLabel(words.text('bundle-tab.choose')).setInputFiles(join(folder, 'matter.zip'));
    await stranger.page.getByRole('heading', { name: words.text('report.passed'), exact: true }).waitFor();
    await stranger.page.getByRole('main').getByText(no).first().waitFor();
    await expectAccessible(stranger.page);
    await rm(folder, { recursive: true });

    expect([checked.code, checked.stderr]).toEqual([0, '']);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      verdict: 'passed',
      matter: { no, withheld: { recordings: 5 } },
    });
    expect([...errors(), ...stranger.errors]).toEqual([]);
  }, 60_000);
});
