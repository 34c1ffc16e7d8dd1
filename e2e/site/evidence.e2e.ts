import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bytesSource, openZip } from '@proofkeep/bundle';
import { attestationCalls, courtApplicationStateWords, type Language } from '@proofkeep/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApplicant } from '../kit/notary.ts';
import { readers } from '../kit/readers.ts';
import type { Client } from '../kit/service.ts';
import { expectAccessible, startWeb, type Visitor, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const run = promisify(execFile);

let web: Web;
beforeAll(async () => {
  web = await startWeb({ environment: { COURT_PROVIDER: 'development' } });
});
afterAll(() => web.close());

const people = [
  { language: 'zh', width: 'desk', phone: '13900001001' },
  { language: 'en', width: 'phone', phone: '13900001002' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

describe.each(readers(people))('evidence for a court in $language at $width width', ({ language, width, phone }) => {
  const { text, word } = siteWords(language);
  let visitor: Visitor;
  let page: Page;
  let anos: string[];
  let client: Client;
  beforeAll(async () => {
    const applicant = await newApplicant(web, phone);
    const { ano } = applicant;
    ({ client } = applicant);
    const second = await client.ask(attestationCalls.preserveDigests, {
      files: [{ name: '聊天记录.txt', sha256: 'ab'.repeat(32), sizeBytes: 900 }],
      name: '与被告的聊天记录',
    });
    anos = [ano, second.attestation.ano];
    visitor = await web.visit({ language, width });
    ({ page } = visitor);
    const { hostname } = new URL(web.service.url);
    await visitor.context.addCookies([{ name: 'bq-x-token', value: client.token, domain: hostname, path: '/' }]);
  });
  afterAll(() => visitor.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const isIn = (state: keyof typeof courtApplicationStateWords) =>
    page.locator('.page-heading').getByText(word(courtApplicationStateWords[state]), { exact: true }).waitFor();
  const numbers = () => page.locator('.court-applications-item a.mono').allTextContents();
  const isSaved = () => page.getByText(text('court-editor.saved'), { exact: true }).waitFor();

  it('comes from the attestation into the list of a new application', async () => {
    await expect
      .poll(async () => (await client.ask(attestationCalls.list, { search: anos[1] ?? '' })).list[0]?.state, {
        timeout: 30_000,
      })
      .toBe('succeeded');
    await page.goto(`/attestation/${anos[0]}`);
    await press(text('more-menu.more'));
    await page.getByRole('menuitem', { name: text('more-menu.putForward') }).click();
    await page.getByRole('radio', { name: text('put-forward.fresh') }).waitFor();
    await confirm(text('put-forward.add'));
    await isIn('draft');

    await page.goto(`/attestation/${anos[1]}`);
    await press(text('more-menu.more'));
    await page.getByRole('menuitem', { name: text('more-menu.putForward') }).click();
    // The latest list is offered by default.
    await expect.poll(() => page.getByRole('radio', { checked: true }).getAttribute('value')).not.toBe('');
    await confirm(text('put-forward.add'));
    await isIn('draft');
    await expect.poll(numbers).toEqual(anos);
  });

  it('names missing parts instead of signing', async () => {
    await press(text('court-editor.sign'));
    for (const missing of ['missingCourt', 'missingCause', 'missingParties', 'missingInItems'])
      await expect.poll(() => page.getByText(text(`court-editor.${missing}`)).count()).toBe(1);
  });

  it('is sorted by keyboard and by dragging, and keeps typed text', async () => {
    await page.getByLabel(text('court-case.court'), { exact: true }).fill('杭州互联网法院');
    await page.getByLabel(text('court-case.cause'), { exact: true }).fill('信息网络传播');
    await page.getByText('侵害作品信息网络传播权纠纷').last().click();
    await press(text('court-parties.addPlaintiff'));
    await page.getByLabel(text('court-parties.name'), { exact: true }).fill('福州存真网络科技有限公司');
    await press(text('court-parties.addDefendant'));
    await page.getByLabel(text('court-parties.name'), { exact: true }).last().fill('某商城有限公司');
    for (const [at, purpose] of ['证明被告销售侵权商品', '证明被告明知'].entries()) {
      await page.getByLabel(text('court-items.source'), { exact: true }).nth(at).fill('被告网站');
      await page.getByLabel(text('court-items.purpose'), { exact: true }).nth(at).fill(purpose);
    }
    await page.getByLabel(text('court-items.handle', { place: 1 })).press('ArrowDown');
    await expect.poll(numbers).toEqual([...anos].reverse());
    // Native dragging doesn't work with touch, so phones show buttons.
    if (width === 'desk')
      await page.locator('.court-applications-handle').nth(1).dragTo(page.locator('.court-applications-item').nth(0));
    else await press(text('court-items.up', { place: 2 }));
    await expect.poll(numbers).toEqual(anos);
    await page.getByLabel(text('court-items.handle', { place: 1 })).press('ArrowDown');
    await isSaved();

    await page.reload();
    await expect.poll(numbers).toEqual([...anos].reverse());
    await page.getByRole('button', { name: text('court-items.verifyAll') }).click();
    await expect.poll(() => page.locator('[data-outcome="passed"]').count(), { timeout: 30_000 }).toBe(2);
    await expectAccessible(page);
  });

  it('is verified, signed, downloaded and submitted, and the page states that no court receives it', async () => {
    await press(text('court-editor.sign'));
    await isIn('prepared');
    await page.getByText(/仅供演示|for demonstration only/).waitFor();
    await expectAccessible(page);
    const link = page.getByRole('link', { name: text('court-submission.package') });
    const bytes = await (await page.request.get((await link.getAttribute('href')) ?? '')).body();
    const zip = await openZip(bytesSource(bytes));
    const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    await writeFile(join(folder, 'list.pdf'), await zip.bytes('list.pdf', 2 ** 24));
    const { stdout } = await run('pdfsig', ['-nocert', 'list.pdf'], { cwd: folder });
    await rm(folder, { recursive: true });

    expect(stdout).toContain('Signature is Valid.');
    expect([...zip.entries.keys()]).toEqual([
      'README.txt',
      ...anos.map((ano) => `bundles/${ano}.zip`).sort(),
      'list.json',
      'list.pdf',
    ]);
    await press(text('court-submission.submit'));
    await confirm(text('court-submission.submit'));
    await isIn('submitted');
    await press(text('court-submission.ask'));
    await isIn('accepted');
    await page.goto('/evidence');
    await page.getByRole('link', { name: '杭州互联网法院' }).waitFor();
    await expectAccessible(page);
    expect(visitor.errors).toEqual([]);
  });
});
