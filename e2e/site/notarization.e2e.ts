import {
  consoleNotarizationCalls as consoleCalls,
  type Language,
  maskedPhone,
  matterDocumentTitle,
  matterKindFacts,
  matterStateWords,
  notarizationCalls,
} from '@proofkeep/contract';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idNumber } from '../../apps/server/src/features/notarization/testing/matters.ts';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { signingCode, writeName } from '../kit/handwriting.ts';
import { newApplicant, newNotary, type OfficeNotary } from '../kit/notary.ts';
import { readers } from '../kit/readers.ts';
import type { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { expectAccessible, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'zh', width: 'desk', phone: '13900000931', party: '13900000941' },
  { language: 'en', width: 'phone', phone: '13900000932', party: '13900000942' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; party: string }[];

describe.each(readers(people))('an applicant in $language at $width width', ({ language, width, phone, party }) => {
  const { text, like, word, either } = siteWords(language);
  let visitor: Visitor;
  let page: Visitor['page'];
  let holder: Client;
  let ano: string;
  let notary: OfficeNotary;
  let id: string;
  beforeAll(async () => {
    ({ client: holder, ano } = await newApplicant(web, phone));
    notary = await newNotary(web);
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    // The cashier returns to `localhost`, and cookies belong to host names.
    const url = web.service.url.replace('127.0.0.1', 'localhost');
    await visitor.context.addCookies([{ name: 'bq-x-token', value: holder.token, url }]);
  });
  afterAll(() => visitor.close());

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

  async function decide(
    name: 'requestCorrection' | 'acceptMatter' | 'identifyParty' | 'saveQuestions' | 'confirmIdentities',
    input: Record<string, unknown>,
  ): Promise<void> {
    const { version } = await notary.client.ask(consoleCalls.notaryMatter, { id });
    await notary.client.ask(consoleCalls[name], { id, version, ...input } as never);
  }

  async function chooseOffice(): Promise<void> {
    const office = page.getByRole('combobox', { name: text('matter-office.office'), exact: true });
    await office.fill(notary.office.name);
    // The list of offices may still load.
    await page.getByText(notary.office.name, { exact: true }).first().waitFor();
    await office.press('Enter');
    await page.getByText('福州市鼓楼区软件大道 89 号').waitFor();
  }

  async function fillParty(): Promise<void> {
    await field(text('matter-party.name')).fill('王芳');
    await field(text('matter-party.idNumber')).fill(idNumber());
    await field(text('matter-party.phone')).fill(party);
  }

  async function sendIdentity(): Promise<void> {
    const file = { name: '身份证.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
    await page.locator('#materials\\.identity').setInputFiles(file);
    await page.getByRole('img', { name: either('身份证件', 'Identity document'), exact: true }).waitFor();
  }

  it('applies for a declaration, and keeps the form after a reload', async () => {
    await page.goto('/notarization/list/all');
    await heading(text('matters.first'));
    await link(text('matters.new')).first().click();
    await press(new RegExp(`^${word(matterKindFacts.declaration.name)}`));
    await press(text('matter-form.submit'));
    await page.getByText(like('matter-form.incomplete')).waitFor();
    await expectAccessible(page);

    await field(text('matter-part.purpose')).fill('用于出国留学');
    await field(word(matterKindFacts.declaration.fields[0]?.label ?? ['', ''])).fill('本人声明未婚。');
    await chooseOffice();
    await fillParty();
    await sendIdentity();
    await page.reload();
    expect(await field(text('matter-party.name')).inputValue()).toBe('王芳');
    await press(text('matter-form.submit'));

    await heading(text('matter-filed.title'));
    await expectAccessible(page);
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(visitor.errors).toEqual([]);
  }, 90_000);

  it('corrects the fields named by the notary', async () => {
    await decide('requestCorrection', { items: [{ field: 'purpose', reason: '请写明留学国家' }] });

    await page.goto(`/notarization/${id}`);
    await page.getByText('请写明留学国家').first().waitFor();
    await expectAccessible(page);
    await link('身份证.jpg').click();
    await page.waitForURL('**/notarization/preview/file?**');
    await heading('身份证.jpg');
    const isDrawn = `document.querySelector('main img[alt="身份证.jpg"]')?.naturalWidth > 0`;
    await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
    await expectAccessible(page);
    await link(text('matter-file.back')).click();
    await link(text('matter-next.correct')).click();
    await field(text('matter-part.purpose')).fill('用于赴法国留学');
    await press(text('matter-form.resubmit'));

    await heading(text('matter-next.submitted'));
    expect((await holder.ask(notarizationCalls.matterSummary, { id })).purpose).toBe('用于赴法国留学');
  }, 60_000);

  it('pays the fee at the cashier after acceptance', async () => {
    await decide('acceptMatter', {});

    await page.goto(`/notarization/${id}`);
    await press(text('matter-fee.byOrder', { fee: '¥800.00' }));
    await press(text('pay-choose.pay', { amount: '¥800.00' }));
    await press(either('付款成功', 'Pay'));
    await heading(text('pay-outcome.paid'));

    await page.goto(`/notarization/${id}`);
    await heading(text('matter-next.identity'));
    await link(text('matter-next.signOnline')).click();
    const masked = { phone: maskedPhone(party) };
    await press(text('matter-online.send', masked));
    await page.getByRole('button', { name: text('matter-online.sent', masked), disabled: true }).waitFor();
    await expectAccessible(page);
    const { list } = (await (await fetch(`${web.service.url}/dev/outbox.json`)).json()) as {
      list: { phone: string; body: string }[];
    };
    expect(list.find((one) => one.phone === party)?.body).toContain('/h5sign/login/GZ');
  }, 60_000);

  it('signs at the desk: reads every document, signs, and confirms with a code', async () => {
    const { people: parties } = await holder.ask(notarizationCalls.matterInfo, { id });
    await decide('identifyParty', { partyId: parties[0]?.id, note: '当面核对身份证原件' });
    await decide('saveQuestions', { questions: [{ question: '您是否自愿申请？', answer: '是。' }] });
    await decide('confirmIdentities', { needsSession: false });

    await page.goto(`/notarization/${id}`);
    await link(text('matter-next.signHere')).click();
    const reading = page.getByRole('button', { name: like('matter-sign.openWhat') });
    await reading.first().waitFor();
    for (let at = 0; at < (await reading.count()); at++) {
      await reading.nth(at).click();
      const shown = page
        .getByRole('dialog')
        .getByRole('img', { name: like('pdf-pages.page') })
        .first();
      await expect.poll(() => hasInk(shown), { timeout: 20_000 }).toBe(true);
      await press(text('matter-sign.confirmRead'));
    }
    await writeName(page, text('matter-sign.pad', { who: '王芳' }));
    await press(text('matter-sign.send'));
    await page.getByText(like('matter-sign.sent')).waitFor();
    await field(text('matter-sign.codeField')).fill(await signingCode(web, party));
    await expectAccessible(page);
    await press(text('matter-sign.sign', { count: 4 }));

    await heading(text('matter-sign.all'));
    await page.goto(`/notarization/${id}`);
    await link(word(matterDocumentTitle('write', 'declaration'))).click();
    await page.waitForURL('**/notarization/preview/file?**');
    await page.getByText(text('matter-file.signed', { name: '王芳' })).waitFor();
    const firstPage = page.getByRole('img', { name: like('pdf-pages.page') }).first();
    await expect.poll(() => hasInk(firstPage), { timeout: 20_000 }).toBe(true);
    await expectAccessible(page);
    await page.goto('/notarization/list/wait-notary');
    await page
      .getByRole('row')
      .filter({ hasText: word(matterStateWords.sealing) })
      .waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  }, 90_000);

  it('applies for the preservation of an attestation, and withdraws it', async () => {
    await page.goto(`/attestation/${ano}`);
    await press(text('more-menu.more'));
    await page.getByRole('menuitem', { name: text('more-menu.notarize') }).click();
    await press(new RegExp(`^${word(matterKindFacts.preservation.name)}`));
    await page.getByText(ano).waitFor();
    await field(text('matter-part.purpose')).fill('用于著作权侵权诉讼');
    await field(word(matterKindFacts.preservation.fields[0]?.label ?? ['', ''])).fill('商城销售侵权商品。');
    await chooseOffice();
    await fillParty();
    await sendIdentity();
    await press(text('matter-form.submit'));
    await link(text('matter-filed.open')).click();
    await heading(text('matter-next.submitted'));

    await press(text('matter-next.abandon'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('证据已足够');
    await dialog.getByRole('button', { name: text('matter-next.abandon') }).click();

    await heading(text('matter-next.abandoned'));
    expect(visitor.errors).toEqual([]);
  }, 90_000);

  /** Whether a document page is drawn: some of its pixels are dark. */
  const hasInk = (canvas: Locator): Promise<boolean> =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
      return data.some((value, at) => at % 4 === 0 && value < 100 && (data[at + 3] ?? 0) > 0);
    });
});
