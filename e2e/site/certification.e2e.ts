import { certificationWords, type Language, refusals, uploadQuota } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { newOperator } from '../kit/operator.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, expectRoomForLargeType, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  return {
    personal: text('personal-certification.title'),
    onPhone: text('certification-on-phone.title'),
    phoneData: text('user-verification.data'),
    phoneFile: text('card-picture.file'),
    phoneUse: text('card-picture.use'),
    phoneSide: { front: text('user-verification.front'), back: text('user-verification.back') },
    toPictures: text('user-verification.toPictures'),
    phoneName: text('user-verification.name'),
    phoneIdNumber: text('user-verification.idNumber'),
    phoneSubmit: text('user-verification.submit'),
    phoneApproved: text('user-verification-result.approved'),
    phonePending: text('user-verification-result.pending'),
    enterprise: text('settings.enterprise'),
    development: like('personal-certification.development'),
    name: text('personal-form.name'),
    idNumber: text('personal-form.idNumber'),
    front: text('personal-form.front'),
    back: text('personal-form.back'),
    submit: text('enterprise-form.submit'),
    full: word(refusals.UPLOAD_QUOTA.says),
    uploads: text('own-uploads.open'),
    deleteUpload: (name: string) => text('own-uploads.removeWhat', { name }),
    wrongDigit: text('certification-rules.idCheck'),
    wrongFile: either(/^不支持这种文件/, /^This file type isn't supported/),
    needsFront: text('certification-rules.file', { what: text('personal-form.front') }),
    inReview: word(certificationWords.pending),
    refused: word(certificationWords.refused),
    certified: word(certificationWords.approved),
    revoke: text('console-certification-revoke.revoke'),
    revokeReason: text('console-certification-revoke.reason'),
    revoked: word(certificationWords.revoked),
    withdrawnState: word(certificationWords.withdrawn),
    queue: text('console-navigation.certifications'),
    reason: like('console-certification-decision.reason'),
    refuse: text('console-certification-decision.reject'),
    needsReason: text('console-invoice-issue.needed'),
    approve: text('console-certification-decision.approve'),
    agree: text('console-certification-decision.yes'),
    nothing: text('console-certification-queue.none'),
    company: text('enterprise-form.name'),
    code: text('enterprise-certification.creditCode'),
    legal: text('enterprise-certification.legalRepresentative'),
    contact: text('enterprise-form.contactName'),
    phone: text('enterprise-form.contactPhone'),
    change: text('certification-change.open'),
    changePending: text('certification-change.pending'),
    withdraw: text('certification-withdraw.withdraw'),
    withdrawn: text('certification-withdraw.done'),
    history: text('certification-history.title'),
    replaced: word(certificationWords.replaced),
    changes: text('console-certification-case.change'),
    licence: text('enterprise-form.licence'),
    authorisation: text('enterprise-form.authorisation'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
let card: { name: string; mimeType: string; buffer: Buffer };
let operator: string;
beforeAll(async () => {
  web = await startWeb();
  card = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photograph() };
  operator = (await newOperator(web)).token;
});
afterAll(() => web.close());

/** One large file that no form uses takes the rest of the account's quota. */
async function fillQuota(phone: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  try {
    await database.pool.query(
      `insert into upload (id, account_id, person_id, purpose, name, media_type, size_bytes, created_at)
       select uuidv7(), account_id, id, 'attachment', 'old.pdf', 'application/pdf', $2, now() from login where phone = $1`,
      [phone, uploadQuota.bytes],
    );
  } finally {
    await database.close();
  }
}

const people = [
  { language: 'zh', width: 'desk', phone: '13900000701', idNumber: '11010519491231002X' },
  { language: 'en', width: 'phone', phone: '13900000702', idNumber: '34052419800101001X' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; idNumber: string }[];

describe.each(readers(people))('a user in $language at $width width', ({ language, width, phone, idNumber }) => {
  const ui = words[language];
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    const client = new Client(web.service);
    await client.register(phone);
    const { hostname } = new URL(web.service.url);
    await visitor.context.addCookies([
      { name: 'bq-x-token', value: client.token, domain: hostname, path: '/' },
      { name: 'bq-console-token', value: operator, domain: hostname, path: '/creditor/console/' },
    ]);
  });
  afterAll(() => visitor.close());

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const file = (name: string) => page.getByLabel(name, { exact: true }).and(page.locator('input[type=file]'));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const expectText = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
  const expectShown = (name: string) => page.getByRole('img', { name, exact: true }).waitFor();
  const expectHeading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

  async function openCase() {
    await page.goto('/console/certifications');
    await expectHeading(ui.queue);
    await expectAccessible(page);
    await page.getByRole('listitem').getByRole('link').first().click();
  }

  it('submits name, number and card, and each wrong field shows its error', async () => {
    await page.goto('/accountSetting/basicSetting/personal');
    await expectHeading(ui.personal);
    await expectText(ui.development);
    await press(ui.submit);
    await expectText(ui.needsFront);
    await expectAccessible(page);

    await field(ui.name).fill('王小芳');
    await field(ui.idNumber).fill(`${idNumber.slice(0, 16)}9${idNumber.slice(17)}`);
    await file(ui.front).setInputFiles({ ...card, buffer: Buffer.from('no image at all') });
    await expectText(ui.wrongFile);
    await file(ui.front).setInputFiles(card);
    await expectShown(ui.front);
    await fillQuota(phone);
    await file(ui.back).setInputFiles(card);
    await expectText(ui.full);
    await press(ui.uploads);
    await press(ui.deleteUpload('old.pdf'));
    await page.getByRole('button', { name: ui.deleteUpload('old.pdf') }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await file(ui.back).setInputFiles(card);
    await expectShown(ui.back);
    await press(ui.submit);
    await expectText(ui.wrongDigit);
    await field(ui.idNumber).fill(idNumber);
    await press(ui.submit);

    await expectText(ui.inReview);
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('reads the reason of a rejection and submits again with the kept images', async () => {
    await openCase();
    await expectHeading(ui.personal);
    await press(ui.refuse);
    await expectText(ui.needsReason);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: ui.reason }).fill('照片反光，看不清号码');
    await page.keyboard.press('Escape');
    await press(ui.refuse);
    await expectText(ui.nothing);

    await page.goto('/accountSetting/basicSetting/personal');
    await expectText(ui.refused);
    await expectText('照片反光，看不清号码');
    await expectShown(ui.front);
    await expectAccessible(page);
    await field(ui.name).fill('王小芳');
    await field(ui.idNumber).fill(idNumber);
    await press(ui.submit);
    await expectText(ui.inReview);
    expect(visitor.errors).toEqual([]);
  });

  it('shows name and number masked once certified', async () => {
    await openCase();
    await press(ui.approve);
    await press(ui.agree);
    await expectText(ui.nothing);
    await page.goto('/accountSetting/basicSetting/personal');

    await expectText(ui.certified);
    await expectText(`${idNumber.slice(0, 3)}***********${idNumber.slice(14)}`);
    await expectText('王*');
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('shows why a certification was revoked and accepts a new one', async () => {
    await page.goto('/console/certifications?state=approved&kind=personal');
    await page.getByRole('listitem').getByRole('link').first().click();
    await press(ui.revoke);
    await field(ui.revokeReason).fill('证件系伪造，与登记不符');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: ui.revoke, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.goto('/accountSetting/basicSetting/personal');
    await expectText(ui.revoked);
    await expectText('证件系伪造，与登记不符');
    await page.getByRole('button', { name: ui.submit, exact: true }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('withdraws an application and submits it again', async () => {
    await page.goto('/accountSetting/basicSetting/personal');
    await field(ui.name).fill('王小芳');
    await field(ui.idNumber).fill(idNumber);
    await file(ui.front).setInputFiles(card);
    await file(ui.back).setInputFiles(card);
    await expectShown(ui.back);
    await press(ui.submit);
    await expectText(ui.inReview);

    await press(ui.withdraw);
    await page.getByRole('dialog').getByRole('button', { name: ui.withdraw, exact: true }).click();
    await expectText(ui.withdrawn);

    await expectText(ui.withdrawnState);
    await page.getByRole('button', { name: ui.submit, exact: true }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it("continues on the user's phone, and the desk shows that it was submitted there", async () => {
    await page.goto('/accountSetting/basicSetting/personal');
    await page.getByRole('heading', { name: ui.onPhone }).waitFor();
    const handset = await visitor.context.newPage();
    await handset.setViewportSize({ width: 360, height: 740 });
    await handset.goto(paths.userVerification);
    // The pictures of the withdrawn application are still there.
    await handset.getByRole('button', { name: ui.toPictures, exact: true }).click();
    for (const side of ['front', 'back'] as const) {
      await handset.getByText(ui.phoneSide[side]).waitFor();
      await expectRoomForLargeType(handset);
      await handset.getByLabel(ui.phoneFile).setInputFiles(card);
      await handset.getByRole('button', { name: ui.phoneUse }).click();
    }
    await handset.getByText(ui.phoneData).waitFor();
    await handset.reload();
    await handset.getByLabel(ui.phoneName, { exact: true }).fill('王小芳');
    await handset.getByLabel(ui.phoneIdNumber).fill(idNumber);
    await expectAccessible(handset);
    await expectRoomForLargeType(handset);
    await handset.getByRole('button', { name: ui.phoneSubmit, exact: true }).click();

    await handset.waitForURL(`**${paths.userVerificationResult}`);
    await handset.getByText(ui.phonePending).waitFor();
    await expectAccessible(handset);
    await expectRoomForLargeType(handset);
    await expectText(ui.inReview);
    await openCase();
    await expectHeading(ui.personal);
    await press(ui.approve);
    await press(ui.agree);
    await expectText(ui.nothing);
    await expect.poll(() => handset.getByText(ui.phoneApproved).isVisible(), { timeout: 15_000 }).toBe(true);
    await handset.close();
    expect(visitor.errors).toEqual([]);
  }, 60_000);

  it('certifies an enterprise by its documents', async () => {
    await page.goto('/accountSetting/basicSetting/enterprise');
    await expectHeading(ui.enterprise);
    await field(ui.company).fill('福州存真网络科技有限公司');
    await field(ui.code).fill(language === 'zh' ? '91350100M000100Y43' : '9144030071526726XG');
    await field(ui.legal).fill('林建国');
    await field(ui.contact).fill('王小芳');
    await field(ui.phone).fill('13900001234');
    await file(ui.licence).setInputFiles(card);
    await file(ui.authorisation).setInputFiles(card);
    await expectShown(ui.licence);
    await expectShown(ui.authorisation);
    await expectAccessible(page);
    await press(ui.submit);
    await expectText(ui.inReview);

    await openCase();
    await expectHeading(ui.enterprise);
    await press(ui.approve);
    await press(ui.agree);
    await expectText(ui.nothing);
    await page.goto('/accountSetting/basicSetting/enterprise');
    await expectText(ui.certified);
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('changes name and legal representative of a certified enterprise, which stays certified meanwhile', async () => {
    await page.goto('/accountSetting/basicSetting/enterprise');
    await press(ui.change);
    await expectAccessible(page);
    await field(ui.company).fill('福州存真数据技术有限公司');
    await field(ui.legal).fill('陈志远');
    await file(ui.licence).setInputFiles(card);
    await file(ui.authorisation).setInputFiles(card);
    await expectShown(ui.authorisation);
    await press(ui.submit);
    await expectText(ui.changePending);
    await expectText(ui.certified);
    await expectText('福州存真网络科技有限公司');
    await expectAccessible(page);

    await openCase();
    await expectText(ui.changes);
    await expectText('福州存真网络科技有限公司 → 福州存真数据技术有限公司');
    await expectText('林建国 → 陈志远');
    await expectAccessible(page);
    await press(ui.approve);
    await press(ui.agree);
    await expectText(ui.nothing);
    await page.goto('/accountSetting/basicSetting/enterprise');
    await page.getByRole('heading', { name: ui.history }).waitFor();
    await expectText(ui.replaced);
    await expectText('福州存真数据技术有限公司');
    await expectText('陈志远');
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
