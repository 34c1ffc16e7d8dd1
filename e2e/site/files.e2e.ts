import { execFileSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Language, refusals, submittedFiles, uploadsPath } from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { readers } from '../kit/readers.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { openSealed } from '../kit/submission.ts';
import { expectAccessible, expectAccessibleInBothWidths, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));
const sealMs = 60_000;

const contract = { name: '合同.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n甲方乙方') };
const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2_000_000, 'pixels') };

const wordsIn = (language: Language) => {
  const { text, word } = siteWords(language);
  return {
    kinds: { files: text('preserve-kinds.files'), digests: text('preserve-kinds.digests') },
    choose: text('choose-files.files'),
    chosen: text('files-list.label'),
    ready: text('files-list.ready'),
    remove: (name: string) => text('files-list.remove', { name }),
    retry: (name: string) => text('files-list.retry', { name }),
    full: word(refusals.UPLOAD_QUOTA.says),
    uploads: text('unused-files.open'),
    uploadsTitle: text('unused-files.title'),
    deleteUpload: (name: string) => text('unused-files.removeWhat', { name }),
    noUploads: text('unused-files.none'),
    files: `${text('preserve-files.filesSubmit', { count: 2 })} · ¥20.00`,
    digests: `${text('preserve-files.digestsSubmit', { count: 1 })} · ¥1.00`,
    hint: text('submitted-tab.hint'),
    contents: text('submitted-tab.caption'),
    bundle: text('detail-header.bundle'),
    choosePublic: text('file-tab.choose'),
    pause: (name: string) => text('files-list.pause', { name }),
    paused: text('files-list.paused'),
    unfinished: text('unfinished-uploads.label'),
    known: text('files-list.preserved'),
    file: `${text('preserve-files.filesSubmit', { count: 1 })} · ¥10.00`,
    preview: (name: string) => text('submitted-tab.showNamed', { name }),
    pdf: (name: string) => text('file-preview.pdf', { name }),
    original: (name: string) => text('add-file.choose', { name }),
    differs: text('add-file.differs', { which: 'SHA-256' }),
    added: text('submitted-tab.added'),
    issue: text('check-codes.issue'),
    recipient: text('issue-code.label'),
    send: text('issue-code.issue'),
    open: text('proof-code.open'),
    opened: text('proof-code.opened'),
    verify: text('proof-code.verify'),
    passed: text('report.passed'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let web: Web;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'files-'));
  web = await openSharedWeb();
});
afterAll(async () => {
  await web.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(o: { phone: string; language: Language; width: keyof typeof widths }) {
  const holder = await visitAsHolder(web, o);
  await credit(web.dataDir, o.phone, 10_000);
  return holder;
}

const uploaders = [
  { language: 'zh', width: 'desk', phone: '13600000101' },
  { language: 'en', width: 'phone', phone: '13600000102' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

/** A file of the account's whole limit, uploaded and forgotten. */
async function fillQuota(phone: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  try {
    await database.pool.query(
      `insert into received_file (id, account_id, person_id, name, media_type, size_bytes, sha256, sm3, created_at)
       select uuidv7(), account_id, id, 'old film.mov', 'video/quicktime', $2, sha256(''), sha256(''), now()
       from login where phone = $1`,
      [phone, submittedFiles.unusedBytes],
    );
  } finally {
    await database.close();
  }
}

describe('files', () => {
  it.each(readers(uploaders))('are chosen, uploaded, sealed and downloaded ($language, $width)', async (as) => {
    const word = words[as.language];
    const { page, origin, press, errors } = await open(as);
    await fillQuota(as.phone);
    await page.goto(`${origin}/attestation/new`);
    await page.getByRole('link', { name: word.kinds.files }).click();
    await page
      .getByLabel(word.choose, { exact: true })
      .and(page.locator('input'))
      .setInputFiles([contract, photo, { ...photo, name: 'wrong.jpg' }]);
    const list = page.getByRole('list', { name: word.chosen });
    // The old film takes all room of the account.
    await expect.poll(() => list.getByText(word.full).count(), { timeout: sealMs }).toBe(3);
    await press(word.uploads);
    const dialog = page.getByRole('dialog', { name: word.uploadsTitle });
    await dialog.getByText('old film.mov').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: word.deleteUpload('old film.mov') }).click();
    await dialog.getByText(word.noUploads).waitFor();
    await page.keyboard.press('Escape');
    for (const name of [contract.name, photo.name, 'wrong.jpg']) await press(word.retry(name));
    await expect.poll(() => list.getByLabel(word.ready).count(), { timeout: sealMs }).toBe(3);
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await press(word.remove('wrong.jpg'));
    expect((await deleted).status()).toBe(200);
    await expect.poll(() => list.getByLabel(word.ready).count(), { timeout: sealMs }).toBe(2);
    await expectAccessibleInBothWidths(page);
    await press(word.files);

    await openSealed(page, as.language);
    const table = page.getByRole('table', { name: word.contents });
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    await table.getByRole('link', { name: '合同.pdf' }).waitFor();
    await expectAccessibleInBothWidths(page);
    const shown = page.waitForResponse((response) => response.url().includes('/pdf/'));
    await press(word.preview('合同.pdf'));
    expect((await shown).headers()).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    await page.getByTitle(word.pdf('合同.pdf')).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: word.bundle }).click();
    const zip = join(home, `${as.width}.zip`);
    await (await download).saveAs(zip);
    const anchors = join(web.dataDir, 'trust', 'anchors.json');
    const report = execFileSync(process.execPath, [proofkeep, 'verify', zip, '--trust', anchors, '--json'], {
      encoding: 'utf8',
    });
    expect(JSON.parse(report)).toMatchObject({ verdict: 'passed', facts: { kind: 'files', files: { count: 2 } } });
    expect(execFileSync('unzip', ['-p', zip, 'data/files/0001.pdf'])).toEqual(contract.buffer);

    await page.goto(`${page.url().split('?')[0]}?tab=share`);
    await press(word.issue);
    await page.getByRole('textbox', { name: word.recipient, exact: true }).fill('杭州互联网法院');
    await page.getByRole('dialog').getByRole('button', { name: word.send, exact: true }).click();
    const link = (await page.locator('.attestations-issued code').nth(1).getAttribute('title')) ?? '';
    const stranger = await web.visit(as);
    await stranger.page.goto(link);
    await stranger.page.getByRole('button', { name: word.open, exact: true }).click();
    await stranger.page.getByRole('heading', { name: word.opened }).waitFor();
    await stranger.page.getByText(contract.name).first().waitFor();
    await expectAccessibleInBothWidths(stranger.page);
    await stranger.page.getByRole('link', { name: word.verify }).click();
    await stranger.page.getByRole('heading', { name: word.passed }).waitFor({ timeout: sealMs });
    expect([...errors, ...stranger.errors]).toEqual([]);
  });
});

describe('a large file', () => {
  it('is paused, continues after a reload once it is chosen again, and is sealed with the digest that openssl computes', async () => {
    const word = words.en;
    const { page, context, origin, press, errors } = await open({
      phone: '13600000104',
      language: 'en',
      width: 'desk',
    });
    const path = join(home, 'film.mov');
    writeFileSync(path, randomBytes(40 * 2 ** 20));
    const network = await context.newCDPSession(page);
    const limit = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send('Network.enable');
    await page.goto(`${origin}/attestation/new?kind=files`);
    await limit(6 * 2 ** 20);
    const input = page.getByLabel(word.choose, { exact: true }).and(page.locator('input'));
    await input.setInputFiles(path);
    const list = page.getByRole('list', { name: word.chosen });
    await list.getByText(/[2-7]\d%/).waitFor({ timeout: sealMs });
    await press(word.pause('film.mov'));
    await page.getByText(word.paused).waitFor();
    await expectAccessible(page);

    await limit(-1);
    await page.reload();
    const unfinished = page.getByRole('region', { name: word.unfinished });
    await unfinished.getByText('film.mov').waitFor();
    const created: string[] = [];
    const sent: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(uploadsPath)) created.push(request.url());
      if (request.method() === 'PATCH') sent.push(Number(request.headers()['upload-offset']));
    });
    await input.setInputFiles(path);
    await expect.poll(() => list.getByLabel(word.ready).count(), { timeout: sealMs }).toBe(1);
    expect(created).toEqual([]);
    expect(sent[0]).toBeGreaterThan(0);
    expect(await unfinished.count()).toBe(0);
    await press(word.file);

    await openSealed(page, 'en');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: word.bundle }).click();
    const zip = join(home, 'film.zip');
    await (await download).saveAs(zip);
    const unpacked = join(home, 'unpacked.mov');
    writeFileSync(unpacked, execFileSync('unzip', ['-p', zip, 'data/files/0001.mov'], { maxBuffer: 2 ** 26 }));
    const digestOf = (algorithm: string, file: string) =>
      execFileSync('openssl', ['dgst', `-${algorithm}`, '-r', file], { encoding: 'utf8' }).slice(0, 64);
    const manifest = execFileSync('unzip', ['-p', zip, 'manifest.json'], { encoding: 'utf8' });
    for (const algorithm of ['sha256', 'sm3']) {
      expect(digestOf(algorithm, unpacked)).toBe(digestOf(algorithm, path));
      expect(manifest).toContain(digestOf(algorithm, path));
    }
    expect(errors).toEqual([]);
  });
});

const people = [
  { language: 'zh', width: 'phone', phone: '13600000103' },
  { language: 'en', width: 'desk', phone: '13600000105' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('digests in $language at $width width', (as) => {
  it('are submitted without the file, which is added later, and which a stranger then finds by its digest', async () => {
    const word = words[as.language];
    const secret = { name: 'secret.txt', mimeType: 'text/plain', buffer: Buffer.from('never uploaded') };
    const { page, origin, press, errors } = await open(as);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.goto(`${origin}/attestation/new?kind=digests`);
    await page.getByLabel(word.choose, { exact: true }).and(page.locator('input')).setInputFiles([secret]);
    await press(word.digests);

    await openSealed(page, as.language);
    await page.getByText(word.hint).waitFor();
    expect(sent.some((body) => body.includes(hash('sha256', secret.buffer)))).toBe(true);
    expect(sent.some((body) => body.includes('never uploaded'))).toBe(false);
    await page.getByLabel(word.original(secret.name)).setInputFiles([{ ...secret, buffer: Buffer.from('another') }]);
    await page.getByText(word.differs).waitFor();
    await page.getByLabel(word.original(secret.name)).setInputFiles([secret]);
    await page.getByText(word.added).waitFor();
    await press(word.preview(secret.name));
    await page.getByText('never uploaded').waitFor();
    await page.goto(`${origin}/attestation/new?kind=digests`);
    await page.getByLabel(word.choose, { exact: true }).and(page.locator('input')).setInputFiles([secret]);
    await page.getByText(word.known).waitFor();
    await expectAccessible(page);
    expect(errors).toEqual([]);

    const stranger = await web.visit(as);
    await stranger.page.goto(`${web.service.url}/website-show/query?by=file`);
    await stranger.page.getByLabel(word.choosePublic).setInputFiles([secret]);
    await stranger.page
      .getByText(/PK\d{8}/)
      .first()
      .waitFor();
  });
});
