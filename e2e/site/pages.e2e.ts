import { randomUUID } from 'node:crypto';
import {
  addressCalls,
  attestationCalls,
  batchCalls,
  invoiceCalls,
  type Language,
  notarizationCalls,
  orderCalls,
  publicMatterPath,
} from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { newOffice, submitMatter } from '../kit/matters.ts';
import { signInOperator } from '../kit/operator.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, expectNothingSticksOut, startWeb, type Visitor, type Web, widths } from '../kit/web.ts';

const phone = '13900000501';

let web: Web;
let client: Client;
let operatorToken: string;
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
  const { list } = await client.ask(attestationCalls.preserveUrls, { urls: ['https://pages.example/long/path?n=1'] });
  batch = randomUUID();
  await client.ask(batchCalls.batchSubmit, { batchId: batch, rows: [{ row: 1, url: 'https://pages.example/batch' }] });
  const office = await newOffice(web);
  matter = await submitMatter(client, office, { phone });
  notaryToken = office.client.token;
  ({ no: matterNo } = await client.ask(notarizationCalls.matterInfo, { id: matter }));
  titledByData.add(paths.matter(matter));
  ano = list[0]?.ano ?? '';
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
    paths.enterprise,
    paths.members,
    paths.addresses,
    paths.notifications,
  ],
  'of operators': () => [
    paths.console,
    paths.consolePeople,
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

/** Each page must also fit the other width, which the journeys in `npm test` skip. */
const looks = [
  { language: 'zh', width: 'desk' },
  { language: 'en', width: 'phone' },
] as const satisfies { language: Language; width: keyof typeof widths }[];

describe.each(looks)('pages in $language, at $width width first', ({ language, width }) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await web.visit({ language, width });
  });
  afterAll(() => visitor.close());

  it.each(Object.keys(areas))('%s are accessible, fit both widths, and fill every placeholder', async (area) => {
    const { page, context } = visitor;
    const cookies = {
      'of holders': ['bq-x-token', client.token],
      'of notaries': ['bq-console-token', notaryToken],
      'of operators': ['bq-console-token', operatorToken],
    };
    const [name, value] = cookies[area as keyof typeof cookies] ?? [];
    if (name && value) await context.addCookies([{ name, value, url: web.service.url }]);

    for (const path of areas[area]?.() ?? []) {
      await page.setViewportSize({ width: widths[width], height: 900 });
      const html = await (await page.goto(path))?.text();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      // Language and title are set before any script runs.
      expect(html).toContain(`<html lang="${await page.evaluate('document.documentElement.lang')}">`);
      if (!titledByData.has(path))
        expect([path, /<title>(.*)<\/title>/.exec(html ?? '')?.[1]]).toEqual([path, await titleOf(page)]);
      await expectAccessible(page);
      await expectWords(page, path);
      await page.setViewportSize({ width: widths[width === 'desk' ? 'phone' : 'desk'], height: 900 });
      await expectNothingSticksOut(page);
    }
    expect(visitor.errors).toEqual([]);
  });
});

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
