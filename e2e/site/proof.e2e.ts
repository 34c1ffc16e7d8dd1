import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesSource } from '@proofkeep/bundle';
import { attestationCalls, type Language } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '../../apps/web/src/ui/address/paths.ts';
import { type Holder, visitAsHolder } from '../kit/holder.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const captureMs = 90_000;
const recipient = '杭州互联网法院';

const wordsIn = (language: Language) => {
  const { text } = siteWords(language);
  return {
    share: text('attestation.share'),
    timeline: text('attestation.timeline'),
    issue: text('check-codes.issue'),
    label: text('issue-code.label'),
    send: text('issue-code.issue'),
    done: text('issued-code.done'),
    revoke: text('check-codes.revoke'),
    revoked: text('check-codes.revoked'),
    sealed: text('proof.sealed'),
    locked: text('proof-picture.locked'),
    code: text('proof-code.label'),
    open: text('proof-code.open'),
    opened: text('proof-code.opened'),
    verify: text('proof-code.verify'),
    certificate: text('proof-code.certificate'),
    passed: text('report.passed'),
    custody: text('timeline.label'),
    refused: /提取码错误|check code is wrong/,
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let site: SampleSite;
let web: Web;
beforeAll(async () => {
  site = await startSampleSite();
  web = await startWeb({ captures: 1, egressAllow: site.egressAllow });
});
afterAll(async () => {
  await web?.close();
  await site?.close();
});

const people = [
  { language: 'zh', width: 'phone', phone: '13900000701' },
  { language: 'en', width: 'desk', phone: '13900000702' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('sharing evidence in $language at $width width', ({ language, width, phone }) => {
  const ui = words[language];
  let holder: Holder;
  let stranger: Visitor;
  let ano: string;
  let code: string;
  let link: string;
  beforeAll(async () => {
    holder = await visitAsHolder(web, { language, width: 'desk', phone });
    const client = new Client(web.service);
    client.token = (await holder.context.cookies()).find(({ name }) => name === 'bq-x-token')?.value ?? '';
    const urls = [`${site.httpOrigin}/article`];
    const { list } = await client.ask(attestationCalls.preserveUrls, { urls, autoConfirm: true });
    ano = list[0]?.ano ?? '';
    const isCertified = async () => (await client.ask(attestationCalls.info, { ano })).state === 'succeeded';
    await vi.waitUntil(isCertified, { timeout: captureMs, interval: 500 });
  }, captureMs + 30_000);
  afterAll(async () => {
    await stranger?.close();
    await holder?.close();
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('lets the holder issue a code, which is shown once', async () => {
    const { page, origin } = holder;
    await page.goto(`${origin}/attestation/${ano}?tab=share`);
    await button(page, ui.issue).waitFor();
    await expectAccessible(page);
    await button(page, ui.issue).click();
    await page.getByRole('textbox', { name: ui.label, exact: true }).fill(recipient);
    await button(page.locator('.ant-modal') as unknown as Page, ui.send).click();
    code = (await page.locator('.attestations-issued-code code').textContent()) ?? '';
    link = (await page.locator('.attestations-issued code').nth(1).getAttribute('title')) ?? '';
    await expectAccessible(page);
    await button(page, ui.done).click();

    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(link).toContain(`/v/${ano}#code=${code}`);
    await page.getByText(recipient).waitFor();
  });

  it('shows a stranger the facts, and the picture after they enter the code', async () => {
    stranger = await web.visit({ language, width });
    const { page } = stranger;
    await page.goto(`/v/${ano}`);
    await page.getByText(ui.sealed).waitFor();
    await page.getByText(ui.locked).waitFor();
    expect(await page.getByText(site.httpOrigin).count()).toBe(0);
    await expectAccessible(page);

    await page.getByRole('textbox', { name: ui.code, exact: true }).fill(code.toLowerCase());
    await button(page, ui.open).click();
    await page.getByRole('heading', { name: ui.opened }).waitFor();
    const picture = page.locator('.proof-tiles img').first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);

    await page.getByText(`${site.httpOrigin}/article`).waitFor();
    await expectAccessible(page);
    expect(stranger.errors).toEqual([]);
  });

  it('prints the facts, the proof steps and the picture, without navigation and buttons', async () => {
    const { page } = stranger;
    await page.emulateMedia({ media: 'print' });
    const shown = page.locator('.proof-facts, .proof-steps li, .proof-tiles img, .proof-qr');
    expect(await shown.count()).toBeGreaterThanOrEqual(8);
    for (const part of await shown.all()) expect(await part.isVisible()).toBe(true);
    expect(await page.locator('.proof-facts').innerText()).toContain(ano);

    for (const role of ['navigation', 'button', 'textbox', 'contentinfo', 'banner'] as const)
      expect(await page.getByRole(role).filter({ visible: true }).count(), role).toBe(0);
    await page.emulateMedia({ media: null });
  });

  it('lets them download the certificate and verify the bundle in the browser', async () => {
    const { page } = stranger;
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: ui.certificate }).click();
    const file = await (await downloading).path();
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('link', { name: ui.verify }).click();
    await page.getByRole('heading', { name: ui.passed }).waitFor({ timeout: captureMs });
    expect(stranger.errors).toEqual([]);
  });

  it('shows each use in the custody record, and refuses the code after it is revoked', async () => {
    const { page, origin } = holder;
    await page.goto(`${origin}/attestation/${ano}?tab=timeline`);
    const record = page.getByRole('list', { name: ui.custody });
    await expect.poll(() => record.getByText(recipient).count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
    await expectAccessible(page);

    await page.goto(`${origin}/attestation/${ano}?tab=share`);
    await button(page, ui.revoke).click();
    await button(page.locator('.ant-modal') as unknown as Page, ui.revoke).click();
    await page.getByText(ui.revoked, { exact: true }).waitFor();
    await stranger.page.goto(link);
    await stranger.page.getByText(ui.locked).waitFor();
    await button(stranger.page, ui.open).click();

    await stranger.page.getByText(ui.refused).waitFor();
  });
});

it('the sample is a captured page whose picture visitors see, and whose altered bundle fails', async () => {
  const { text } = siteWords('zh');
  const { page, errors } = await web.visit({ language: 'zh', width: 'desk' });
  await page.goto(paths.sampleProof);
  await page.getByRole('heading', { name: text('proof-sample.heading') }).waitFor({ timeout: captureMs });
  await page.getByText(`${web.service.url}/sample.html`).waitFor();
  const picture = page.locator('.proof-tiles img').first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  await expectAccessible(page);

  const anchors = await readAnchors(await readFile(join(web.dataDir, 'trust', 'anchors.json'), 'utf8'));
  const download = async (name: 'intact' | 'altered') => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: text(`proof-sample.${name}`) }).click();
    return readFile(await (await downloading).path());
  };
  const [intact, altered] = [await download('intact'), await download('altered')];
  const verdictOf = async (bundle: Buffer) => (await verifyBundle(bytesSource(bundle), anchors)).verdict;
  expect([await verdictOf(intact), await verdictOf(altered)]).toEqual(['passed', 'failed']);
  expect(intact.length).toBeLessThan(2 ** 20);
  const changed = [...intact.keys()].filter((at) => intact[at] !== altered[at]);
  expect(changed).toHaveLength(1);
  const around = (bundle: Buffer) => bundle.subarray((changed[0] ?? 0) - 2, (changed[0] ?? 0) + 6).toString();
  expect([around(intact), around(altered)]).toEqual(['¥268.00', '¥368.00']);
  expect(errors).toEqual([]);
});
