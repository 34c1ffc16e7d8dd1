import {
  consoleNotarizationCalls,
  consolePhoneSigningCalls,
  type Language,
  type PartyPage,
  partyPagePath,
  partyUploadsPath,
} from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { signingCode, writeName } from '../kit/handwriting.ts';
import { newOffice, submitMatter } from '../kit/matters.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like } = siteWords(language);
  return {
    phone: text('phone-field.phone'),
    sendCode: text('code-field.send'),
    code: text('code-field.code'),
    signIn: text('sign-login.enter'),
    codeWrong: language === 'zh' ? /验证码错误/ : /code is wrong/,
    title: (page: PartyPage) => text(`sign-titles.${page}`),
    agree: text('sign-enter.agreeTo'),
    start: text('sign-enter.start'),
    file: text('card-picture.file'),
    use: text('card-picture.use'),
    name: text('sign-check.name'),
    idNumber: text('sign-check.idNumber'),
    wrongNumber: text('sign-check.number-check'),
    from: text('sign-check.from'),
    endless: text('sign-check.endless'),
    confirm: text('sign-check.confirm'),
    open: text('sign-video.open'),
    record: text('sign-video.record'),
    finish: text('sign-video.finish'),
    sendVideo: text('sign-video.send'),
    sending: like('sign-video.sending'),
    question: (at: number) => (language === 'zh' ? `问题 ${at} /` : `Question ${at} of`),
    understood: text('sign-questions.understood'),
    yes: text('sign-questions.yes'),
    next: text('sign-questions.next'),
    finishQuestions: text('sign-questions.finish'),
    toReview: text('sign-results.toReview'),
    waits: text('sign-results.waitsOffice'),
    toSign: text('sign-results.toSign'),
    unread: text('sign-documents.unread'),
    haveRead: text('sign-documents.haveRead'),
    pad: text('sign-signature.pad'),
    nextAfterPad: text('sign-signature.next'),
    sendSigningCode: text('sign-signature.send'),
    signingCode: text('sign-signature.code'),
    sign: like('sign-signature.sign'),
    signed: text('sign-results.signed'),
    download: text('sign-results.download'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
let card: { name: string; mimeType: string; buffer: Buffer };
beforeAll(async () => {
  const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  web = await startWeb({ browserArgs: [...fakeCamera, '--autoplay-policy=no-user-gesture-required'] });
  card = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
});
afterAll(() => web.close());

const people = [
  { language: 'zh', phone: '13900000801', idNumber: '11010519491231002X' },
  { language: 'en', phone: '13900000803', idNumber: '34052419800101001X' },
] as const satisfies { language: Language; phone: string; idNumber: string }[];

describe.each(readers(people))('a party who reads $language', ({ language, phone, idNumber }) => {
  const ui = words[language];
  let visitor: Visitor;
  let page: Page;
  let matter: Awaited<ReturnType<typeof givenMatter>>;
  const at = (name: PartyPage) => page.waitForURL(`**${partyPagePath(name, matter.no)}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  beforeAll(async () => {
    const party = { name: '王芳', idNumber, phone };
    matter = await givenMatter(party, String(Number(phone) + 1));
    visitor = await web.visit({ language, width: 'phone' });
    ({ page } = visitor);
  });
  afterAll(() => visitor.close());

  it('signs in with the link; an error for a wrong code reveals nothing', async () => {
    await page.goto(partyPagePath('sign', matter.no));
    await page.waitForURL(`**${partyPagePath('login', matter.no)}`);
    await page.getByLabel(ui.phone).fill(phone);
    await page.getByLabel(ui.code).fill('000000');
    await button(ui.signIn).click();
    await page.getByText(ui.codeWrong).waitFor();
    await button(ui.sendCode).click();
    await expect.poll(() => web.code(phone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
    await expectAccessible(page);

    await page.getByLabel(ui.code).fill(await web.code(phone));
    await button(ui.signIn).click();

    await at('enter');
    expect(visitor.errors).toEqual([]);
  });

  it('consents, and every other page redirects to the one that is due', async () => {
    await page.goto(partyPagePath('sign', matter.no));
    await at('enter');
    await page.getByText(ui.agree).waitFor();
    await expectAccessible(page);
    await page.getByLabel(ui.agree).check();
    await button(ui.start).click();

    await at('identity-one');
    expect(visitor.errors).toEqual([]);
  });

  it('shows both sides of the card and checks its data; a reload continues at the same place', async () => {
    await page.getByLabel(ui.file).setInputFiles(card);
    await button(ui.use).click();
    await at('identity-two');
    await page.getByRole('heading', { name: ui.title('identity-two') }).waitFor();
    await page.getByLabel(ui.file).setInputFiles(card);
    await button(ui.use).click();
    await at('identity-three');
    await page.reload();
    await page.getByLabel(ui.idNumber).fill('110105194912310021');
    await button(ui.confirm).click();
    await page.getByText(ui.wrongNumber).waitFor();
    await expectAccessible(page);

    await page.getByLabel(ui.idNumber).fill(idNumber);
    await page.getByLabel(ui.from).fill('2020-05-01');
    await page.getByLabel(ui.endless).check();
    await button(ui.confirm).click();

    await at('identity-four');
    expect(visitor.errors).toEqual([]);
  });

  it('records a portrait while six digits appear one by one; the upload continues after a reload without network', async () => {
    await button(ui.open).click();
    await button(ui.record).click();
    await page.locator('.phone-digit-now').getByText(/^\d$/).waitFor();
    await button(ui.sendVideo).waitFor();
    await expectAccessible(page);
    const pieces = `**${partyUploadsPath}/*`;
    await page.route(pieces, (route) => route.abort('internetdisconnected'));
    const broken = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
    await button(ui.sendVideo).click();
    await broken;
    await page.getByText(ui.sending).waitFor();
    await expectAccessible(page);
    await page.unroute(pieces);
    await page.reload();

    await at('objective');
    expect(visitor.errors).toEqual([]);
  });

  it("answers the notary's questions one by one; answers survive a reload", async () => {
    await button(ui.understood).click();
    await page.getByRole('textbox').fill(ui.yes);
    await button(ui.next).click();
    await page.getByText(ui.question(2)).waitFor();
    await page.reload();
    await page.getByText(ui.question(2)).waitFor();
    await expectAccessible(page);
    for (let place = 2; await button(ui.next).isVisible(); place++) {
      await page.getByRole('textbox').fill(ui.yes);
      await button(ui.next).click();
      await page.getByText(ui.question(place + 1)).waitFor();
    }
    await page.getByRole('textbox').fill(ui.yes);
    await button(ui.finishQuestions).click();

    await at('objective-video');
    expect(visitor.errors).toEqual([]);
  });

  it('deletes an unsent recording once the sign-in page opens', async () => {
    await button(ui.open).click();
    await button(ui.record).click();
    await page.locator('.phone-statement').getByText('王芳').waitFor();
    await button(ui.finish).click();
    await button(ui.sendVideo).waitFor();
    await page.reload();
    await button(ui.sendVideo).waitFor();

    await page.goto(partyPagePath('login', matter.no));
    await page.getByLabel(ui.phone).waitFor();
    await page.goto(partyPagePath('objective-video', matter.no));

    await button(ui.open).waitFor();
    expect(await button(ui.sendVideo).isVisible()).toBe(false);
    expect(visitor.errors).toEqual([]);
  });

  it('records a statement and waits for the review', async () => {
    await button(ui.open).click();
    await button(ui.record).click();
    await page.locator('.phone-statement').getByText('王芳').waitFor();
    // As long as it takes to read the statement: shorter recordings are refused.
    await page.waitForTimeout(3_000);
    await button(ui.finish).click();
    await button(ui.sendVideo).click();
    await at('objective-result');
    await button(ui.toReview).click();
    await at('verify');
    await page.getByText(ui.waits).waitFor();
    await expectAccessible(page);

    const { parties } = await matter.notary.ask(consolePhoneSigningCalls.partyEvidence, { id: matter.id });
    expect(parties[0]?.files.map(({ kind }) => kind)).toEqual([
      'card-front',
      'card-back',
      'live-video',
      'objective-video',
    ]);
    expect(parties[0]?.files.every(({ challenge }) => challenge?.claimsLive !== false)).toBe(true);
    for (const { id: fileId } of parties[0]?.files.filter(({ challenge }) => challenge !== null) ?? [])
      await matter.notary.ask(consolePhoneSigningCalls.recordPlayback, { id: matter.id, fileId });
  });

  it('signs documents after reading them to the end, once the office has confirmed the identity', async () => {
    await matter.decide('saveQuestions', { questions: [{ question: '您是否自愿申请？', answer: '是。' }] });
    await matter.decide('confirmIdentities', { needsSession: false });
    await at('verify-result');
    await button(ui.toSign).click();
    await at('sign');
    for (let place = 0; place < 4; place++) {
      await button(new RegExp(ui.unread)).first().click();
      await page.locator('.phone-end').scrollIntoViewIfNeeded();
      await expectAccessible(page);
      await button(ui.haveRead).click();
    }
    await writeName(page, ui.pad);
    await button(ui.nextAfterPad).click();
    await button(ui.sendSigningCode).click();
    await expect.poll(() => signingCode(web, phone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
    await page.getByLabel(ui.signingCode).fill(await signingCode(web, phone));
    await expectAccessible(page);
    await button(ui.sign).click();

    await at('sign-result');
    await page.getByText(ui.signed, { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: ui.download }).count()).toBe(4);
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});

/** A declaration by one person, accepted without a fee: the next step is that the person identifies themselves. */
async function givenMatter(party: { name: string; idNumber: string; phone: string }, holderPhone: string) {
  const office = await newOffice(web);
  const holder = new Client(web.service);
  await holder.register(holderPhone);
  const parties = [{ kind: 'person' as const, role: 'applicant' as const, ...party }];
  const id = await submitMatter(holder, office, { phone: party.phone, parties });
  const { client: notary } = office;
  const seen = () => notary.ask(consoleNotarizationCalls.notaryMatter, { id });
  const decide = async (name: keyof typeof consoleNotarizationCalls, input: Record<string, unknown>) =>
    void (await notary.ask(consoleNotarizationCalls[name], { id, version: (await seen()).version, ...input } as never));
  await decide('acceptMatter', {});
  await decide('waiveFee', { reason: '公益事项' });
  return { id, no: (await seen()).no, notary, decide };
}
