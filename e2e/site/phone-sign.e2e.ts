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
import { expectAccessible, expectRoomForLargeType, startWeb, type Visitor, type Web } from '../kit/web.ts';
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
    noRecorder: text('sign-video.camera-unsupported'),
    useFile: text('sign-video.useFile'),
    cameraApp: text('sign-video.camera'),
    recordAgain: text('sign-video.again'),
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
    downloadInWeChat: text('sign-wechat.download'),
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

/** The smallest phone that is common, and WebPageTest's "3G Slow": 400 kbit/s, 400 ms round trips. */
const smallPhone = { width: 360, height: 740 };
const slow3G = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const fast = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** Until a party who followed the link sees where to sign in. */
const slowFirstPageMs = 12_000;

const weChat =
  'Mozilla/5.0 (Linux; Android 13; V2244A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 ' +
  'Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20231202 MMWEBID/1234 MicroMessenger/8.0.47.2560(0x28002F30) ' +
  'WeChat/arm64 Weixin NetType/3g Language/zh_CN ABI/arm64';

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
    await page.setViewportSize(smallPhone);
  });
  afterAll(() => visitor.close());

  const expectFits = async () => {
    await expectAccessible(page);
    await expectRoomForLargeType(page);
  };
  const useNetwork = async (network: typeof slow3G) => {
    const cdp = await visitor.context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    return { end: () => cdp.send('Network.emulateNetworkConditions', { offline: false, ...fast }) };
  };
  /** The same phone in WeChat's browser, as one of its versions that opens no camera for pages. */
  const openInWeChat = async (name: PartyPage) => {
    const opened = await visitor.context.newPage();
    await opened.setViewportSize(smallPhone);
    const cdp = await visitor.context.newCDPSession(opened);
    await cdp.send('Emulation.setUserAgentOverride', { userAgent: weChat });
    await opened.addInitScript({
      content: 'delete globalThis.MediaRecorder; delete Navigator.prototype.mediaDevices;',
    });
    await opened.goto(partyPagePath(name, matter.no));
    return opened;
  };
  let network: Awaited<ReturnType<typeof useNetwork>>;

  it('signs in with the link on slow 3G; an error for a wrong code reveals nothing', async () => {
    network = await useNetwork(slow3G);
    const startedAt = performance.now();
    await page.goto(partyPagePath('sign', matter.no));
    await page.waitForURL(`**${partyPagePath('login', matter.no)}`);
    await page.getByLabel(ui.phone).waitFor();
    expect(performance.now() - startedAt).toBeLessThan(slowFirstPageMs);
    await page.getByLabel(ui.phone).fill(phone);
    await page.getByLabel(ui.code).fill('000000');
    await button(ui.signIn).click();
    await page.getByText(ui.codeWrong).waitFor();
    await button(ui.sendCode).click();
    await expect.poll(() => web.code(phone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
    await expectFits();

    await page.getByLabel(ui.code).fill(await web.code(phone));
    await button(ui.signIn).click();

    await at('enter');
    expect(visitor.errors).toEqual([]);
  });

  it('consents, and every other page redirects to the one that is due', async () => {
    await page.goto(partyPagePath('sign', matter.no));
    await at('enter');
    await page.getByText(ui.agree).waitFor();
    await expectFits();
    await page.getByLabel(ui.agree).check();
    await button(ui.start).click();

    await at('identity-one');
    await page.getByLabel(ui.file).waitFor();
    await expectFits();
    await network.end();
    expect(visitor.errors).toEqual([]);
  });

  it('shows both sides of the card and checks its data; a reload continues at the same place', async () => {
    await page.getByLabel(ui.file).setInputFiles(card);
    await button(ui.use).click();
    await at('identity-two');
    await page.getByRole('heading', { name: ui.title('identity-two') }).waitFor();
    await expectFits();
    await page.getByLabel(ui.file).setInputFiles(card);
    await button(ui.use).click();
    await at('identity-three');
    await page.reload();
    await page.getByLabel(ui.idNumber).fill('110105194912310021');
    await button(ui.confirm).click();
    await page.getByText(ui.wrongNumber).waitFor();
    await expectFits();

    await page.getByLabel(ui.idNumber).fill(idNumber);
    await page.getByLabel(ui.from).fill('2020-05-01');
    await page.getByLabel(ui.endless).check();
    await page.reload();
    await expect.poll(() => page.getByLabel(ui.idNumber).inputValue()).toBe(idNumber);
    expect(await page.getByLabel(ui.endless).isChecked()).toBe(true);
    await button(ui.confirm).click();

    await at('identity-four');
    expect(visitor.errors).toEqual([]);
  });

  it("leads on in WeChat's browser, which opens no camera: to another browser, or to the camera app", async () => {
    const inWeChat = await openInWeChat('identity-four');
    const press = (name: string) => inWeChat.getByRole('button', { name, exact: true }).click();

    await press(ui.open);
    await inWeChat.getByText(ui.noRecorder).waitFor();
    await expectRoomForLargeType(inWeChat);
    await press(ui.useFile);
    await inWeChat
      .getByLabel(ui.cameraApp)
      .setInputFiles({ name: 'portrait.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not sent') });

    await inWeChat.getByRole('button', { name: ui.sendVideo }).waitFor();
    await expectRoomForLargeType(inWeChat);
    // The page with a camera continues without this file.
    await press(ui.recordAgain);
    await inWeChat.getByRole('button', { name: ui.open }).waitFor();
    expect(await inWeChat.getByRole('button', { name: ui.sendVideo }).count()).toBe(0);
    await inWeChat.close();
  });

  it('records a portrait while six digits appear one by one; the upload continues after a reload without network', async () => {
    await button(ui.open).click();
    await button(ui.record).click();
    await page.locator('.phone-digit-now').getByText(/^\d$/).waitFor();
    await button(ui.sendVideo).waitFor();
    await expectFits();
    const pieces = `**${partyUploadsPath}/*`;
    await page.route(pieces, (route) => route.abort('internetdisconnected'));
    const broken = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
    await button(ui.sendVideo).click();
    await broken;
    await page.getByText(ui.sending).waitFor();
    await expectFits();
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
    await page.getByRole('textbox').fill('还没有保存的回答');
    await page.reload();
    await page.getByText(ui.question(2)).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('还没有保存的回答');
    await expectFits();
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
    await button(ui.toReview).waitFor();
    await expectFits();
    await button(ui.toReview).click();
    await at('verify');
    await page.getByText(ui.waits).waitFor();
    await expectFits();

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

  it('signs documents after reading them to the end; a reload keeps the handwriting until it is sent', async () => {
    await matter.decide('saveQuestions', { questions: [{ question: '您是否自愿申请？', answer: '是。' }] });
    await matter.decide('confirmIdentities', { needsSession: false });
    await at('verify-result');
    await button(ui.toSign).waitFor();
    await expectFits();
    await button(ui.toSign).click();
    await at('sign');
    for (let place = 0; place < 4; place++) {
      await button(new RegExp(ui.unread)).first().click();
      await page.locator('.phone-end').scrollIntoViewIfNeeded();
      await expectFits();
      await button(ui.haveRead).click();
    }
    await writeName(page, ui.pad);
    await expectFits();
    await page.reload();
    await button(ui.nextAfterPad).click();
    await button(ui.sendSigningCode).waitFor();
    await page.reload();
    await button(ui.sendSigningCode).click();
    await expect.poll(() => signingCode(web, phone), { timeout: 20_000 }).toMatch(/^\d{6}$/);
    await page.getByLabel(ui.signingCode).fill(await signingCode(web, phone));
    await expectFits();
    await button(ui.sign).click();

    await at('sign-result');
    await page.getByText(ui.signed, { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: ui.download }).count()).toBe(4);
    expect(await page.evaluate('Object.keys(sessionStorage).filter((name) => name.startsWith("partyInput"))')).toEqual(
      [],
    );
    const inWeChat = await openInWeChat('sign-result');
    await inWeChat.getByText(ui.downloadInWeChat).waitFor();
    await expectRoomForLargeType(inWeChat);
    await inWeChat.close();
    await expectFits();
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
