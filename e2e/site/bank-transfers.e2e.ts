import { bankTransferStateWords, consoleCalls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { paper } from '../../apps/server/src/features/uploads/testing/files.ts';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const zh = siteWords('zh');
const en = siteWords('en');

let web: Web;
let holder: Holder;
let operator: Visitor;
let secret = '';

beforeAll(async () => {
  web = await startWeb();
  holder = await visitAsHolder(web, { phone: '13900000701', language: 'zh', width: 'phone' });
  operator = await web.visit({ language: 'en', width: 'desk' });
  const { hostname } = new URL(web.service.url);
  await operator.context.addCookies([
    { name: 'bq-console-token', value: await enrolOperator(), domain: hostname, path: '/creditor/console/' },
  ]);
});
afterAll(async () => {
  await Promise.all([holder?.close(), operator?.close()]);
  await web?.close();
});

const codeAfter = (steps: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(Date.now() / 30_000) + steps });

async function enrolOperator(): Promise<string> {
  const password = /Operator {2}\S+ {2}(\S+)/.exec(web.service.output())?.[1] ?? '';
  const client = new Client(web.service);
  const { ticket } = await client.ask(consoleCalls.staffLogin, { userName: 'operator', password });
  ({ secret } = await client.ask(consoleCalls.staffEnrol, { ticket }));
  return (await client.ask(consoleCalls.staffEnrolled, { ticket, code: codeAfter(-1) })).token ?? '';
}

/** Simulates that the operator verified the second factor an hour ago. */
async function ageVerification(): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  await database.pool.query(`update staff_session set created_at = created_at - interval '1 hour', verified_at = null`);
  await database.close();
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();

async function fillReport(amount: string): Promise<void> {
  const { page } = holder;
  await page.getByLabel(zh.text('bank-transfers-form.amount')).fill(amount);
  await page.getByLabel(zh.text('bank-transfers-form.payer')).fill('深圳海风贸易有限公司');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(paper) });
  // The uploaded file is shown as a link.
  await page
    .locator('.file-field')
    .getByRole('link', { name: /回单\.pdf/ })
    .waitFor();
}

/** Opens the oldest transfer to review. */
async function openFirst(): Promise<void> {
  const { page } = operator;
  await page.goto('/console/bank-transfers');
  await page
    .getByRole('link', { name: /深圳海风贸易有限公司/ })
    .first()
    .click();
  await page.getByRole('heading', { name: en.text('console-bank-transfer-decide.title') }).waitFor();
}

it('is reported with its receipt after the missing fields were filled in', async () => {
  const { page } = holder;
  await page.goto(`${holder.origin}/recharge`);
  await page.getByRole('link', { name: zh.text('recharge.byBankGo') }).click();
  await holder.heading(zh.text('bank-transfers-receiver.title'));
  await expectAccessible(page);

  await press(page, zh.text('bank-transfers-form.submitEmpty'));
  await page.getByText(zh.text('bank-transfers-form.receiptMissing')).waitFor();
  await fillReport('500');
  await press(page, zh.text('bank-transfers-form.submit', { amount: '¥500.00' }));

  await page.getByText(zh.text('bank-transfers-reports.waiting')).waitFor();
  await expectAccessible(page);
  expect(holder.errors).toEqual([]);
});

it('is credited with the received amount once the operator has verified the second factor', async () => {
  const { page } = operator;
  await ageVerification();
  await openFirst();
  await expectAccessible(page);

  await page.getByLabel(en.text('console-bank-transfer-decide.amount')).fill('499.50');
  await page
    .getByText(en.text('console-bank-transfer-decide.differs', { arrived: '¥499.50', reported: '¥500.00' }))
    .waitFor();
  await page.getByLabel(en.text('console-bank-transfer-decide.reference')).fill('2026 1123 0701');
  await press(page, en.text('console-bank-transfer-decide.credit', { amount: '¥499.50' }));
  const dialog = page.getByRole('dialog', { name: en.text('console-proof.title') });
  await dialog.getByLabel(en.text('console-proof.code')).fill(codeAfter(0));
  await dialog.getByRole('button', { name: en.text('console-proof.confirm'), exact: true }).click();

  await page.getByText(en.word(bankTransferStateWords.credited), { exact: true }).first().waitFor();
  await page.getByText('202611230701').waitFor();
  await expectAccessible(page);
  expect(operator.errors).toEqual([]);
});

it("appears in the holder's balance, transactions and statement", async () => {
  const { page } = holder;
  await page.goto(`${holder.origin}/recharge/bank`);
  await page.getByText(zh.text('bank-transfers-reports.differs', { reported: '¥500.00' })).waitFor();
  await page.getByRole('link', { name: zh.like('bank-transfers-reports.order') }).click();
  await page.getByText('¥499.50').first().waitFor();

  await page.goto(`${holder.origin}/accountSetting/costCenter?tab=statements`);
  await page.getByText('¥499.50').first().waitFor();
  await page.goto(`${holder.origin}/messages`);
  await page
    .getByText(/499\.50/)
    .first()
    .waitFor();
  expect(holder.errors).toEqual([]);
});

it('shows the reason of a rejection and leaves the balance as it was', async () => {
  await holder.page.goto(`${holder.origin}/recharge/bank`);
  await fillReport('88');
  await press(holder.page, zh.text('bank-transfers-form.submit', { amount: '¥88.00' }));
  await holder.page.getByText(zh.text('bank-transfers-reports.waiting')).waitFor();
  const { page } = operator;
  await openFirst();

  await press(page, en.text('console-bank-transfer-decide.reject'));
  await page.getByText(en.text('console-bank-transfer-decide.needed')).waitFor();
  const reason = '付款方不是贵公司';
  await page.getByRole('combobox', { name: en.text('console-bank-transfer-decide.reason') }).fill(reason);
  await press(page, en.text('console-bank-transfer-decide.reject'));
  await page.getByText(en.word(bankTransferStateWords.rejected), { exact: true }).first().waitFor();

  await holder.page.reload();
  await holder.page.getByText(zh.text('bank-transfers-reports.rejected', { reason })).waitFor();
  await expectAccessible(holder.page);
  await holder.page.goto(`${holder.origin}/recharge`);
  await holder.page.getByText('¥499.50').first().waitFor();
  expect([...holder.errors, ...operator.errors]).toEqual([]);
});
