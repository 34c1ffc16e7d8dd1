import { randomUUID } from 'node:crypto';
import {
  accountCalls,
  addressCalls,
  attestationCalls,
  batchCalls,
  certificationCalls,
  invoiceCalls,
  type Language,
  notarizationCalls,
  orderCalls,
  publicMatterPath,
} from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { newOffice, sendFormFile, submitMatter } from '../kit/matters.ts';
import { signInOperator } from '../kit/operator.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, expectNothingSticksOut, startWeb, type Visitor, type Web, widths } from '../kit/web.ts';

const phone = '13900000501';

let web: Web;
let client: Client;
let operatorToken: string;
let accountId: string;
let ano: string;
let orderNo: string;
let batch: string;
let matter: string;
let matterNo: string;
let notaryToken: string;

beforeAll(async () => {
  web = await startWeb();
  client = new Client(web.service);
  await client.register(phone);
  operatorToken = await signInOperator(web.service);
  ({ accountId } = await client.ask(accountCalls.accountInfo, {}));
  const { list } = await client.ask(attestationCalls.preserveUrls, { urls: ['https://pages.example/long/path?n=1'] });
  batch = randomUUID();
  await client.ask(batchCalls.batchSubmit, { batchId: batch, rows: [{ row: 1, url: 'https://pages.example/batch' }] });
  const office = await newOffice(web);
  matter = await submitMatter(client, office, { phone });
  notaryToken = office.client.token;
  ({ no: matterNo } = await client.ask(notarizationCalls.matterInfo, { id: matter }));
  for (const path of [paths.matter(matter), paths.consoleAccount(accountId)]) titledByData.add(path);
  ano = list[0]?.ano ?? '';
  // Withdrawn, the certification has a result and may be submitted again.
  const card = new File([new Uint8Array(await photograph())], 'card.jpg', { type: 'image/jpeg' });
  const front = await sendFormFile(client, certificationCalls.identityFront, card);
  const back = await sendFormFile(client, certificationCalls.identityBack, card);
  await client.ask(certificationCalls.beginPersonal, { name: '王芳', idNumber: '11010519491231002X', front, back });
  await client.ask(certificationCalls.withdrawPersonal, {});
  ({ orderNo } = await client.ask(orderCalls.recharge, { amountCents: 12_345 }));
  await client.ask(invoiceCalls.addHeader, { kind: 'personal', title: '王芳' });
  await client.ask(addressCalls.addAddress, {
    recipient: '王芳',
    phone: '13800000001',
    province: '440000',
    city: '440300',
    district: '440305',
    detail: '科技园南区 1 号',
  });
});
afterAll(() => web.close());

/** Pages of an account that has at least one of everything. */
const areas: Record<string, () => string[]> = {
  'of strangers': () => [
    paths.signIn,
    paths.register,
    paths.resetPassword,
    paths.query,
    paths.chain,
    paths.prices,
    paths.docs,
    paths.report,
    paths.recorder,
    paths.serviceAgreement,
    paths.phoneServiceAgreement,
    paths.certificateAgreement,
    paths.consoleSignIn,
    paths.exception,
    paths.proof.replace(':ano', 'PK20261123000000000'),
    paths.sampleProof,
    publicMatterPath(matterNo),
    // The other pages for parties need a session; the phone journey covers them.
    `/h5sign/login/${matterNo}`,
    '/no/such/page',
  ],
  'of notaries': () => [paths.console, paths.consoleOffice, paths.consoleSessions],
  'of holders': () => [
    paths.home,
    paths.attestations,
    paths.preserve,
    `${paths.preserve}?kind=ecommerce`,
    `${paths.preserve}?kind=files`,
    `${paths.preserve}?kind=sheet`,
    paths.batch(batch),
    paths.attestation(ano),
    paths.devices,
    paths.matters(),
    paths.matters('wait-me'),
    paths.newMatter,
    paths.matter(matter),
    paths.matterFiled(matter),
    paths.signOnline(matter),
    paths.signHere(matter),
    paths.reservation(),
    paths.costCenter,
    `${paths.costCenter}?tab=orders`,
    paths.courtApplications,
    paths.packages,
    paths.recharge,
    paths.bankTransfers,
    paths.ownReports,
    `${paths.costCenter}?tab=statements`,
    paths.pay(orderNo),
    paths.invoices,
    paths.messages,
    paths.settings,
    paths.personal,
    paths.userVerification,
    paths.userVerificationResult,
    paths.enterprise,
    paths.members,
    paths.addresses,
    paths.notifications,
  ],
  'of operators': () => [
    paths.console,
    paths.consolePeople,
    paths.consoleAccount(accountId),
    paths.consoleCertifications,
    paths.consoleOrders,
    paths.consoleOrder(orderNo),
    paths.consolePayments,
    paths.consoleBankTransfers,
    paths.consoleReports,
    paths.consoleOffices,
    paths.consoleUsage,
    paths.consoleCaptures,
    paths.consoleRecharge,
    paths.consoleInvoices,
    paths.consoleRecoveries,
    paths.consoleAnnouncements,
    paths.consoleStaff,
    paths.consoleDictionary,
    paths.consolePrices,
    paths.consoleTrail,
    paths.consoleOwn,
  ],
};

/** Pages titled by what they load, such as the name of a package. */
const titledByData = new Set<string>();

/**
 * Each page is loaded with one look, and then switched to the other language and scheme of colours. It must fit both
 * widths in both.
 */
const looks = [
  { language: 'zh', width: 'desk', scheme: 'light' },
  { language: 'en', width: 'phone', scheme: 'dark' },
] as const satisfies { language: Language; width: keyof typeof widths; scheme: 'light' | 'dark' }[];
type Look = (typeof looks)[number];

/** For the pages of the largest area, on a machine shared with others. */
const limitMs = 300_000;

describe('pages', () => {
  let visitor: Visitor;
  let loaded: Look = looks[0];
  let other: Look = looks[1];
  beforeAll(async () => {
    visitor = await web.visit(looks[0]);
  });
  afterAll(() => visitor.close());

  it.each(Object.keys(areas))(
    '%s are accessible in light and dark, fill every placeholder in both languages, and fit both widths',
    async (area) => {
      const { page, context } = visitor;
      const cookies = {
        'of holders': ['bq-x-token', client.token],
        'of notaries': ['bq-console-token', notaryToken],
        'of operators': ['bq-console-token', operatorToken],
      };
      const [name, value] = cookies[area as keyof typeof cookies] ?? [];
      if (name && value) await context.addCookies([{ name, value, url: web.service.url }]);

      for (const path of areas[area]?.() ?? []) {
        await page.emulateMedia({ colorScheme: loaded.scheme });
        await setWidth(page, loaded.width);
        const html = await (await page.goto(path))?.text();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await expectLook(page, path, html);
        await setWidth(page, other.width);
        await expectNothingSticksOut(page);

        await page.emulateMedia({ colorScheme: other.scheme });
        await switchTo(page, other.language);
        await setWidth(page, other.width);
        const again = await page.request.get(path, { headers: { accept: 'text/html' } });
        await expectLook(page, path, await again.text());
        await setWidth(page, loaded.width);
        await expectNothingSticksOut(page);
        // The language is kept: the next page is loaded in it.
        [loaded, other] = [other, loaded];
      }
      expect(visitor.errors).toEqual([]);
    },
    limitMs,
  );
});

const setWidth = (page: Page, width: keyof typeof widths) =>
  page.setViewportSize({ width: widths[width], height: 900 });

/** With the page's own switch, which some frames show only at desk width; a page without one is loaded again. */
async function switchTo(page: Page, language: Language): Promise<void> {
  await setWidth(page, 'desk');
  const button = page.getByRole('button', { name: { zh: '中文', en: 'English' }[language], exact: true });
  if (await button.isVisible()) await button.click();
  else {
    await page.context().addCookies([{ name: 'bq-language', value: language, url: page.url() }]);
    await page.reload();
  }
  await page.locator(`html[lang=${{ zh: 'zh-CN', en: 'en-US' }[language]}]`).waitFor();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Expects the page to be accessible and complete in words, and its document to have language and title before scripts run. */
async function expectLook(page: Page, path: string, html = ''): Promise<void> {
  expect(html).toContain(`<html lang="${await page.evaluate('document.documentElement.lang')}">`);
  const title = /<title>(.*)<\/title>/.exec(html)?.[1];
  if (!titledByData.has(path)) await expect.poll(async () => [path, await titleOf(page)]).toEqual([path, title]);
  await expectAccessible(page);
  await expectWords(page, path);
}

/** The title once the page has set it; markup as the document escapes it. */
async function titleOf(page: Page): Promise<string> {
  await expect.poll(() => page.title()).toMatch(/ · /);
  return (await page.title()).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
}

/**
 * Expects no unfilled placeholder and no key in place of its words. Paths of calls and an office's templates, which are
 * code and text areas, contain placeholders.
 */
async function expectWords(page: Page, path: string): Promise<void> {
  const text = (await page.evaluate(`[...document.querySelectorAll('body *:not(code, script, style, textarea)')]
    .flatMap(({ childNodes }) => [...childNodes])
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ data }) => data).join('\\n')`)) as string;
  expect(text.match(/\{\w+\}|\b[a-z]+(?:-[a-z]+)*:[a-zA-Z]+_(?:one|other)\b/g) ?? [], path).toEqual([]);
}
