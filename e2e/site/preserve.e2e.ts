import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attestationStateWords, blockWords, calls, type Language, proofPagePath } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { goodPassword } from '../../apps/server/src/testing/service.ts';
import { readQrCode } from '../kit/qr-code.ts';
import { readers } from '../kit/readers.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));
/** Time limit for a capture on a busy machine. */
const captureMs = 60_000;
/** Titles of the attestations before they are renamed; the form submits itself and shows its result. */
const titles = { article: '知识产权投诉规则 - 万货街', form: '查询结果' };

const wordsIn = (language: Language) => {
  const { text, like, either, word } = siteWords(language);
  const tenPages = either('10 页', '10 pages');
  return {
    freeOnRegistration: text('register.welcome', { service: either('网页存证', 'Page capture'), quantity: tenPages }),
    freeOnPrices: text('public-prices.welcome', { quantity: tenPages }),
    freeOnHome: text('home-first.free', { count: 10 }),
    cost: text('preserve-cost.title'),
    freeInForm: [text('preserve-cost.packageNow'), tenPages],
    warning: word(blockWords['login-wall']),
    anyway: text('answer.anyway'),
    anywayTitle: text('answer.anywayTitle'),
    isWanted: text('answer.isWanted'),
    notNow: text('answer.notNow'),
    capturedAt: text('detail-header.captured'),
    phone: text('phone-field.phone'),
    sendCode: text('code-field.send'),
    wait: like('code-field.again'),
    code: text('code-field.code'),
    name: text('register.name'),
    password: text('confirm-dialog.password'),
    agree: like('register.agree'),
    register: text('register.submit'),
    greeting: text('home.greeting', { name: '王芳' }),
    none: text('home-first.title'),
    menu: text('console-frame.menu'),
    home: text('home.title'),
    preserve: text('home.preserve'),
    form: text('preserve.title'),
    urls: text('preserve.urls'),
    autoConfirm: text('capture-options.autoConfirm'),
    dismissConsent: text('capture-options.dismissConsent'),
    uncertified: text('preserve-applicant.uncertified'),
    certify: text('preserve-applicant.certify'),
    submitOne: either(/^存证 1 页 · 套餐抵扣，还剩 \d+$/, /^Preserve 1 page · from package, \d+ left$/),
    submitThree: either(/^存证 3 页 · 套餐抵扣，还剩 \d+$/, /^Preserve 3 pages · from package, \d+ left$/),
    notAddress: either(/^nonsense：这不是网址/, /^nonsense: This isn't a URL/),
    notPublic: either(
      'http://10.0.0.1/：10.0.0.1 不是公网地址。',
      "http://10.0.0.1/: 10.0.0.1 isn't a public internet address.",
    ),
    partlyBegun: text('preserve.begun', { count: 2 }),
    toBegun: text('preserve.toBegun'),
    rows: text('batch.rows'),
    open: text('batch-phase.open'),
    review: text('batch-review.title'),
    at: text('batch-review.at', { at: 1, of: 2 }),
    confirm: text('answer.confirm'),
    confirmBoth: text('batch.confirm', { count: 2 }),
    proven: text('batch-rungs.label'),
    notYet: text('batch-rungs.pending'),
    whole: text('completeness.whole'),
    picture: text('screenshot.part', { part: '1', parts: '1' }),
    fitWidth: text('screenshot.fit'),
    searchText: text('screenshot.search'),
    foundText: text('screenshot.found'),
    facts: ['finalUrl', 'status', 'resources', 'browser'].map((name) => text(`facts.${name}`)),
    submission: text('detail-header.batch', { count: 2 }),
    submissionInList: text('list-table.batch', { count: 2 }),
    sealed: either(attestationStateWords.succeeded[0], attestationStateWords.succeeded[1]),
    tabs: {
      files: text('attestation.files'),
      proofs: text('attestation.proofs'),
      timeline: text('attestation.timeline'),
      certificate: text('attestation.certificate'),
      page: text('attestation.page'),
    },
    captured: text('files-tab.data'),
    proves: text('files-tab.proof'),
    ladder: text('proof-ladder.label'),
    rungs: either(
      ['已接收', '已计算摘要', '已加盖可信时间戳', '已写入存证日志', '已出具存证证书'],
      ['Received', 'Hashed', 'Stamped', 'Logged', 'Certified'],
    ),
    notReached: text('proof-ladder.pending'),
    custody: text('timeline.label'),
    confirmedBy: either('确认 由 王芳', 'Confirmed by 王芳'),
    certificate: text('certificate-tab.heading'),
    rename: text('detail-header.rename'),
    nameField: text('packages-bought.name'),
    saveName: text('detail-header.save'),
    labels: text('list-table.labels'),
    bundle: text('detail-header.bundle'),
    evidence: text('attestation-list.title'),
    search: text('list-filter.search'),
    found: text('pages.total', { count: 1 }),
    reject: text('answer.reject'),
    rejectTitle: text('answer.title'),
    reason: text('answer.reason'),
    cancelled: word(attestationStateWords.cancelled),
    noPart: either(
      '这部分页面没有载入，可能是网络中断，或服务刚刚更新过',
      'This part of the site didn’t load. The network may be down, or the service was just updated.',
    ),
    late: either('服务器连接请求超时', 'Server connection request timed out'),
    reload: text('replay.again'),
    noSuch: text('attestation.missing'),
    all: text('attestation.list'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let home: string;
let site: SampleSite;
let web: Web;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'web-preserve-e2e-'));
  site = await startSampleSite();
  // Two servers answer alternately.
  web = await startWeb({ servers: 2, captures: 1, egressAllow: site.egressAllow });
});
afterAll(async () => {
  await web?.close();
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

const people = [
  // Each language once and each width once; English on a phone has the longest words in the least space.
  { language: 'zh', width: 'desk', phone: '13900000201' },
  { language: 'en', width: 'phone', phone: '13900000204' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('a user in $language at $width width', ({ language, width, phone }) => {
  const ui = words[language];
  const newName = `${phone} rules`;
  let visitor: Visitor;
  let page: Page;
  let article: string;
  let form: string;
  beforeAll(async () => {
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    article = `${site.httpOrigin}/article`;
    form = `${site.httpOrigin}/form`;
  });
  afterAll(() => visitor?.close());

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string, level: number) => page.getByRole('heading', { name, level, exact: true });
  const rowOf = (url: string) =>
    page.getByRole('list', { name: ui.rows, exact: true }).getByRole('listitem').filter({ hasText: url });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

  /** Opens a page by the navigation, which is folded on a phone. */
  async function navigate(name: string) {
    if (width === 'phone') await press(ui.menu);
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).last().click();
    await heading(name, 1).waitFor();
  }

  it('registers and sees the first steps on an empty home page; prices, registration and home name the free pages', async () => {
    await page.goto('/website-show/price');
    await page.getByText(ui.freeOnPrices).waitFor();
    await page.goto('/registry');
    await page.getByText(ui.freeOnRegistration).waitFor();
    await field(ui.phone).fill(phone);
    await press(ui.sendCode);
    await page.getByRole('button', { name: ui.wait }).waitFor();
    await field(ui.code).fill(await web.code(phone));
    await field(ui.name).fill('王芳');
    await field(ui.password).fill(goodPassword);
    await page.getByRole('checkbox', { name: ui.agree }).check();
    await press(ui.register);

    await heading(ui.greeting, 1).waitFor();
    await page.getByText(ui.none, { exact: true }).waitFor();
    await page.getByText(ui.freeOnHome).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('marks invalid URLs immediately, and URLs that the service refuses to reach', async () => {
    await page.getByRole('main').getByRole('link', { name: ui.preserve, exact: true }).click();
    await heading(ui.form, 1).waitFor();
    await expectAccessible(page);
    await page.getByText(ui.uncertified).waitFor();
    const cost = page.getByRole('complementary', { name: ui.cost });
    for (const part of ui.freeInForm) await cost.getByText(part, { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: ui.certify }).getAttribute('href')).toContain('/personal');
    await field(ui.urls).fill('nonsense');
    await field(ui.urls).blur();
    await page.getByText(ui.notAddress).waitFor();
    await expectAccessible(page);
    await field(ui.urls).fill('example.com/page');
    await field(ui.urls).blur();
    expect(await field(ui.urls).inputValue()).toBe('https://example.com/page');
    await field(ui.urls).fill('http://10.0.0.1/');
    await press(ui.submitOne);

    await page.getByText(ui.notPublic, { exact: true }).waitFor();
    expect(await field(ui.urls).inputValue()).toBe('http://10.0.0.1/');
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('extracts the URL from a shared text, and restores the draft after a reload, except for the choice to skip the review', async () => {
    await field(ui.urls).fill('【淘宝】假一赔四 https://m.tb.example/h.x?tk=A CZ0001 「保温杯」点击链接直接打开');
    await page.getByRole('checkbox', { name: ui.autoConfirm }).check();
    await page.getByRole('checkbox', { name: ui.dismissConsent }).check();
    await field(ui.urls).blur();
    expect(await field(ui.urls).inputValue()).toBe('https://m.tb.example/h.x?tk=A');

    await page.reload();

    expect(await field(ui.urls).inputValue()).toBe('https://m.tb.example/h.x?tk=A');
    expect(await page.getByRole('checkbox', { name: ui.dismissConsent }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: ui.autoConfirm }).isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: ui.dismissConsent }).uncheck();
  });

  it('follows two captures live on the page of their submission, which survives a reload, and confirms one', {
    timeout: 120_000,
  }, async () => {
    await field(ui.urls).fill(`${article}\n${form}\nhttp://10.0.0.1/`);
    await press(ui.submitThree);
    await page.getByText(ui.partlyBegun, { exact: true }).waitFor();
    expect(await field(ui.urls).inputValue()).toBe('http://10.0.0.1/');
    await expectAccessible(page);
    await page.getByRole('link', { name: ui.toBegun, exact: true }).click();
    await page.waitForURL(/\/attestation\/batch\//);
    await rowOf(article).waitFor();
    await expectAccessible(page);
    await page.reload();
    for (const url of [article, form])
      await rowOf(url).getByRole('button', { name: ui.open, exact: true }).waitFor({ timeout: captureMs });
    await page.getByRole('button', { name: ui.confirmBoth, exact: true }).waitFor();
    await expectAccessible(page);

    await rowOf(article).getByRole('button', { name: ui.open, exact: true }).click();
    const shown = page.getByRole('dialog', { name: ui.review });
    await shown.getByText(ui.at, { exact: true }).waitFor();
    await shown.getByText(ui.whole).waitFor();
    for (const name of ui.facts) await shown.getByRole('term').filter({ hasText: name }).first().waitFor();
    const proven = shown.getByRole('list', { name: ui.proven }).getByRole('listitem');
    await proven.filter({ hasText: ui.rungs[3], hasNotText: ui.notYet }).waitFor();
    await proven.filter({ hasText: ui.rungs[4] }).filter({ hasText: ui.notYet }).waitFor();
    const picture = shown.getByRole('img', { name: ui.picture });
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1440);
    const widthOf = async () => (await picture.boundingBox())?.width ?? 0;
    const fitted = await widthOf();
    await shown.getByRole('button', { name: '100 %', exact: true }).click();
    await expect.poll(widthOf).toBe(1440);
    await shown.locator('.attestations-screenshot').press('+');
    await expect.poll(widthOf).toBe(1800);
    await shown.getByRole('button', { name: ui.fitWidth, exact: true }).click();
    await expect.poll(widthOf).toBe(fitted);
    await shown.getByRole('searchbox', { name: ui.searchText }).fill('投诉');
    await shown.getByRole('region', { name: ui.foundText }).locator('mark').first().waitFor();
    await shown.locator('.attestations-screenshot-mark').first().waitFor();
    await expectAccessible(page);
    await shown.getByRole('searchbox', { name: ui.searchText }).fill('');
    await expectAccessible(page);
    await shown.getByRole('button', { name: ui.confirm }).click();

    // The next preview follows.
    await shown.getByRole('heading', { name: titles.form, level: 2 }).waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    await rowOf(article).getByText(ui.sealed, { exact: true }).first().waitFor({ timeout: captureMs });
    const submission = page.url();
    await rowOf(article).getByRole('link').click();
    await heading(titles.article, 1).waitFor();
    expect(await page.locator('.attestations-detail-line > :first-child').innerText()).toMatch(
      new RegExp(`^${ui.capturedAt}\\s*\\d{4}-`),
    );
    expect(submission).toContain(await page.getByRole('link', { name: ui.submission }).getAttribute('href'));
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('shows files, proofs, timeline and certificate of the attestation', async () => {
    await tab(ui.tabs.files);
    const files = page.getByRole('table');
    await heading(ui.captured, 2).waitFor();
    await heading(ui.proves, 2).waitFor();
    await files.getByRole('link', { name: 'certificate.pdf', exact: true }).waitFor();
    await expectAccessible(page);

    await tab(ui.tabs.proofs);
    const rungs = page.getByRole('list', { name: ui.ladder }).getByRole('heading', { level: 2 });
    await rungs.first().waitFor();
    expect(await rungs.allTextContents()).toEqual(ui.rungs);
    expect(await page.getByText(ui.notReached).count()).toBe(0);
    await expectAccessible(page);

    await tab(ui.tabs.timeline);
    const custody = page.getByRole('list', { name: ui.custody });
    await custody.getByText(ui.confirmedBy).waitFor();
    // A search in the page's text is no download.
    expect(await custody.innerText()).not.toContain('page.pdf');
    await expectAccessible(page);

    await tab(ui.tabs.certificate);
    await heading(ui.certificate, 2).waitFor();
    await page.getByText(article, { exact: true }).last().waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('renames and labels the attestation and finds it in the list', async () => {
    await press(ui.rename);
    await field(ui.nameField).fill(newName);
    await expectAccessible(page);
    await press(ui.saveName);
    await heading(newName, 1).waitFor();
    await page.getByRole('combobox', { name: ui.labels }).fill('warehouse');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expectAccessible(page);

    await navigate(ui.evidence);
    await page.getByRole('button', { name: 'warehouse 1', exact: true }).waitFor();
    const ofSubmission = page.getByRole('link', { name: ui.submissionInList, exact: true });
    // Labels and rows are two calls: the labels may come first.
    await ofSubmission.nth(1).waitFor();
    expect(await ofSubmission.count()).toBe(2);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: ui.search }).fill(phone);
    await page.getByText(ui.found, { exact: true }).waitFor();
    await page.getByRole('link', { name: newName }).click();
    await heading(newName, 1).waitFor();
    expect(visitor.errors).toEqual([]);
  });

  it('downloads a bundle that `proofkeep verify` passes', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: ui.bundle, exact: true }).click(),
    ]);
    const bundle = join(home, `${phone}.zip`);
    await download.saveAs(bundle);
    const anchors = join(home, `${phone}.json`);
    const published = await fetch(`${web.service.url}/trust/anchors.json`);
    writeFileSync(anchors, await published.text());

    const args = [proofkeep, 'verify', bundle, '--trust', anchors, '--json'];
    const report = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(report.verdict).toBe('passed');
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    expect(visitor.errors).toEqual([]);
  });

  it('opens the proof page of the attestation, at the public address, by the QR code of its certificate', async () => {
    const ano = /PK\w+/.exec(page.url())?.[0] ?? '';
    const path = calls.attestations.certificatePdf.path;
    const certificate = join(home, `${phone}.pdf`);
    writeFileSync(certificate, await (await page.request.get(`${web.service.url}${path}?ano=${ano}`)).body());

    const scanned = readQrCode(certificate) ?? '';
    expect(scanned).toMatch(/\?sha256=[0-9a-f]{64}$/);
    expect(scanned.split('?')[0]).toBe(`${web.service.url}${proofPagePath(ano)}`);
    const stranger = await web.visit({ language, width });
    await stranger.page.goto(scanned);
    await stranger.page.getByText(ano).first().waitFor();
    expect(stranger.errors).toEqual([]);
    await stranger.close();
  });

  it('asks for a deliberate act before a capture with a warning is certified', async () => {
    await navigate(ui.evidence);
    await page.getByRole('link', { name: titles.form }).click();
    await heading(titles.form, 1).waitFor();
    const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
    const ano = /PK\w+/.exec(page.url())?.[0];
    await database.pool.query(`update attestation set warning = 'login-wall' where ano = $1`, [ano]);
    await database.close();
    await page.reload();

    await page.getByRole('button', { name: ui.anyway }).waitFor();
    expect(await page.getByRole('button', { name: ui.confirm }).count()).toBe(0);
    await press(ui.anyway);
    const dialog = page.getByRole('dialog', { name: ui.anywayTitle });
    await dialog.getByText(ui.warning).waitFor();
    const certify = dialog.getByRole('button', { name: ui.anyway, exact: true });
    expect(await certify.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: ui.isWanted }).check();
    expect(await certify.isDisabled()).toBe(false);
    await dialog.getByRole('button', { name: ui.notNow, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(visitor.errors).toEqual([]);
  });

  it('discards the other capture, and nothing of it remains', async () => {
    await press(ui.reject);
    const dialog = page.getByRole('dialog', { name: ui.rejectTitle });
    await dialog.getByRole('textbox', { name: ui.reason }).fill('not this one');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: ui.reject, exact: true }).click();

    await page.getByText(ui.cancelled, { exact: true }).first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('shows a page with a link to the list for an unknown attestation', async () => {
    await page.goto('/attestation/PK20990101AAAAAAAAAAA');
    await heading(ui.noSuch, 1).waitFor();
    await expectAccessible(page);

    await page.getByRole('main').getByRole('link', { name: ui.all, exact: true }).click();
    await heading(ui.evidence, 1).waitFor();
    expect(visitor.errors).toEqual([]);
  });

  it('offers a retry when a part of the site is late or missing', async () => {
    const part = '**/assets/list-*.js';
    const openList = () => page.getByRole('main').getByRole('link', { name: ui.all, exact: true }).click();
    await page.clock.install();
    await page.goto('/attestation/PK20990101AAAAAAAAAAA');
    await heading(ui.noSuch, 1).waitFor();
    await page.route(part, () => {});
    await openList();
    await page.clock.fastForward(120_000);
    await page.getByText(ui.late).waitFor();

    await page.unrouteAll();
    await page.goto('/attestation/PK20990101AAAAAAAAAAA');
    await page.route(part, (route) => route.abort());
    await openList();
    await page.getByText(ui.noPart).waitFor();
    await expectAccessible(page);

    await page.unrouteAll();
    await press(ui.reload);
    await heading(ui.evidence, 1).waitFor();
    expect(visitor.errors).toEqual([]);
  });
});
