import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  consoleNotarizationCalls,
  type Language,
  matterEventWords,
  matterKindFacts,
  matterStateWords,
  notarizationCalls,
} from '@proofkeep/contract';
import { readSignedPdf } from '@proofkeep/pki';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idNumber, strokes } from '../../apps/server/src/features/notarization/testing/matters.ts';
import { signingCode } from '../kit/handwriting.ts';
import { fileMatter, forgetProof, newApplicant, newNotary, type OfficeNotary } from '../kit/notary.ts';
import { readers } from '../kit/readers.ts';
import type { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const run = promisify(execFile);

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'zh', width: 'desk', phone: '13900000901', party: '13900000911' },
  { language: 'en', width: 'phone', phone: '13900000902', party: '13900000912' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; party: string }[];

describe.each(readers(people))('a notary in $language at $width width', ({ language, width, phone, party }) => {
  const { text, like, word } = siteWords(language);
  const kind = word(matterKindFacts.preservation.name);
  let visitor: Visitor;
  let page: Page;
  let notary: OfficeNotary;
  let applicant: Client;
  let id: string;
  beforeAll(async () => {
    notary = await newNotary(web);
    const { client, ano } = await newApplicant(web, phone);
    applicant = client;
    const parties = [{ kind: 'person', role: 'applicant', name: '王芳', idNumber: idNumber(), phone: party }] as const;
    ({ id } = await fileMatter(client, notary.office, { parties: [...parties], evidence: [ano] }));
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    const { hostname } = new URL(web.service.url);
    const cookie = { name: 'bq-console-token', value: notary.client.token, domain: hostname };
    await visitor.context.addCookies([{ ...cookie, path: '/creditor/console/' }]);
  });
  afterAll(() => visitor.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const field = (name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
  const isIn = (state: keyof typeof matterStateWords) =>
    page.locator('.page-heading').getByText(word(matterStateWords[state]), { exact: true }).waitFor();
  const info = () => applicant.ask(notarizationCalls.matterInfo, { id });

  it('finds the new matter in the queue, verifies its evidence in place and asks for a correction', async () => {
    await page.goto('/console/matters');
    await page.getByRole('heading', { level: 1, name: text('console-matters.title'), exact: true }).waitFor();
    await page.getByRole('listitem').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: kind, exact: true }).waitFor();
    await press(text('console-matter-evidence.verify'));
    await page.getByText(like('console-matter-evidence.intact_other')).waitFor();
    await expectAccessible(page);

    await press(text('console-matter-correction.title'));
    await field(text('console-matter-correction.reason')).fill('身份证照片反光，请重新拍摄');
    await expectAccessible(page);
    await confirm(text('console-matter-correction.act'));

    await isIn('correction');
    expect((await info()).corrections).toEqual([{ field: 'materials', reason: '身份证照片反光，请重新拍摄' }]);
    await applicant.ask(notarizationCalls.submitMatter, { id });
    expect(visitor.errors).toEqual([]);
  });

  it('accepts it, and identifies the party at the office once the fee is paid', async () => {
    await page.goto(`/console/matters/${id}`);
    await press(text('console-matter-advance.accept'));
    await confirm(text('console-matter-advance.accept'));
    await isIn('accepted');
    await applicant.ask(notarizationCalls.payMatter, { id, way: 'funds' });

    await page.reload();
    await press(text('console-matter-parties.inPerson'));
    await field(text('console-matter-parties.how')).fill('当面核对居民身份证原件');
    await confirm(text('console-matter-parties.inPerson'));

    await isIn('identity-review');
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('writes the transcript and prepares the documents for signing', async () => {
    const answers = page.getByRole('textbox', { name: like('console-matter-questions.answer') });
    for (const answer of await answers.all()) await answer.fill('是，内容属实。');
    await press(text('console-matter-questions.save'));
    await page.getByText(text('console-matter-questions.whole'), { exact: true }).waitFor();
    await press(text('console-matter-advance.identities'));
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: text('console-matter-advance.noSession') })
      .check();
    await confirm(text('console-matter-advance.confirm'));

    await isIn('signing');
    const { people: parties } = await info();
    const partyId = parties[0]?.id ?? '';
    const { imageId } = await applicant.ask(notarizationCalls.signImage, { id, partyId, strokes });
    const { documents } = await applicant.ask(notarizationCalls.sendSigningCode, { id, partyId });
    const code = await signingCode(web, party);
    const sha256 = documents.map((document) => document.sha256);
    await applicant.ask(notarizationCalls.signPdf, { id, partyId, imageId, code, sha256 });
    expect(visitor.errors).toEqual([]);
  });

  it('issues the deed with the second factor', async () => {
    await forgetProof(web);
    await page.reload();
    await isIn('sealing');
    await press(text('console-matter-issue.act'));
    expect(await field(text('console-matter-issue.text')).inputValue()).toContain('王芳');
    await expectAccessible(page);
    await confirm(text('console-matter-issue.act'));
    const proof = page.getByRole('dialog', { name: text('console-proof.title') });
    await proof.getByLabel(text('console-proof.code'), { exact: true }).fill(notary.recoveryCodes[0] ?? '');
    await proof.getByRole('button', { name: text('console-proof.confirm'), exact: true }).click();

    await isIn('issued');
    await page.getByText(word(matterEventWords.issue), { exact: true }).first().waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });

  it('has made a deed that pdfsig and openssl verify, with the digest of the evidence', async () => {
    const { documents, evidence } = await info();
    const deed = documents.find((document) => document.kind === 'deed');
    const pdf = await applicant.bytes(notarizationCalls.matterFile, { id, documentId: deed?.id ?? '' });
    const { verified } = await notary.client.ask(consoleNotarizationCalls.notaryMatter, { id });
    const folder = await mkdtemp(join(tmpdir(), 'deed-'));
    await writeFile(join(folder, 'deed.pdf'), pdf);
    const { revisions } = readSignedPdf(pdf);
    const last = revisions.at(-1);
    await writeFile(join(folder, 'signature'), last?.cms ?? '');
    await writeFile(join(folder, 'content'), last?.signedBytes ?? '');

    const signatures = await run('pdfsig', ['-nocert', 'deed.pdf'], { cwd: folder });
    const form = ['-binary', '-cades', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
    const files = ['-in', 'signature', '-content', 'content', '-CAfile', join(web.dataDir, 'trust', 'root.pem')];
    const checked = await run('openssl', ['cms', '-verify', ...form, ...files], { cwd: folder });
    const { stdout } = await run('pdftotext', ['deed.pdf', '-'], { cwd: folder });
    await rm(folder, { recursive: true });

    expect(signatures.stdout).toContain('Signature is Valid.');
    expect(signatures.stdout).toContain('Total document signed');
    expect(checked.stderr).toContain('CAdES Verification successful');
    expect(stdout.replace(/\s/g, '')).toContain(verified[0]?.manifestSha256 ?? 'none');
    expect(stdout).toContain(evidence[0]?.ano ?? 'none');
  });
});
