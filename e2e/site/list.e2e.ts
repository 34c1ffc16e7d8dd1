import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bytesSource, openZip } from '@proofkeep/bundle';
import { type Language, shopName } from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { readTable } from '../../apps/server/src/spreadsheet/read.ts';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { readers } from '../kit/readers.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { openSealed } from '../kit/submission.ts';
import { expectAccessible, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

let web: Web;
beforeAll(async () => {
  web = await openSharedWeb();
});
afterAll(() => web.close());

const people = [
  { language: 'en', width: 'phone', phone: '13600000201' },
  { language: 'zh', width: 'desk', phone: '13600000202' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string }[];

const waitMs = 60_000;
const rows = 1_500;

/** Evidence of a holder, without its files: more than is written while the user waits. */
async function insertEvidence(phone: string, prefix: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  try {
    await database.pool.query(
      `insert into attestation (ano, account_id, login_id, person_id, url, name, state, job)
       select $2 || lpad(n::text, 6, '0'), l.account_id, l.id, l.id, 'https://example.com/' || n, '第 ' || n || ' 页', 'succeeded', '{}'
       from login l, generate_series(1, $3::int) n where l.phone = $1`,
      [phone, prefix, rows],
    );
  } finally {
    await database.close();
  }
}

describe.each(readers(people))('one field and one list in $language at $width width', ({ language, width, phone }) => {
  const { text, word } = siteWords(language);

  it('pasted text opens the matching form, a pasted digest is sealed, found by a saved view and labelled, and its bundle and row are downloaded, and a job exports a long list', async () => {
    const { page, origin, press, errors } = await visitAsHolder(web, { language, width, phone });
    await credit(web.dataDir, phone, 1_000);
    const sha256 = hash('sha256', phone);
    const field = page.getByRole('textbox', { name: text('any-input.label'), exact: true });
    const next = page.getByRole('button', { name: text('any-input.continue'), exact: true });
    await page.goto(`${origin}/attestation/new`);
    await field.fill('hello');
    await page.getByText(text('any-input.unknown')).waitFor();
    expect(await next.isDisabled()).toBe(true);
    await field.fill('【淘宝】https://m.tb.cn/h.5x 「一件商品」点击链接直接打开');
    await next.click();
    await page.waitForURL(/kind=ecommerce/);
    await expect.poll(() => page.locator('textarea.mono').first().inputValue()).toBe('https://m.tb.cn/h.5x');
    await field.fill('https://www.amazon.com/dp/B0C1234567');
    await page.getByText(text('any-input.productsOf', { count: 1, platform: word(shopName('amazon')) })).waitFor();
    await next.click();
    await page.waitForURL(/kind=ecommerce/);
    await field.fill(`sm3:${sha256}`);
    await page.getByText(text('any-input.sm3')).waitFor();
    expect(await next.isDisabled()).toBe(true);
    await field.fill(`${sha256}  合同.pdf`);
    await next.click();
    await page.waitForURL(/kind=digests/);
    await page.getByText(sha256).waitFor();
    await page.getByText(text('preserve-digests.algorithm')).waitFor();
    await expectAccessible(page);
    await press(`${text('preserve-digests.submit', { count: 1 })} · ¥1.00`);
    await openSealed(page, language);

    await page.goto(`${origin}/attestation`);
    await page.getByRole('searchbox', { name: text('list-filter.search') }).fill(sha256);
    await page.waitForURL(new RegExp(sha256));
    await page.getByText('合同.pdf').first().waitFor();
    await press(text('saved-views.saveThis'));
    await page.getByRole('textbox', { name: text('saved-views.name') }).fill('合同');
    await press(text('saved-views.save'));
    await page
      .getByRole('group', { name: text('saved-views.label') })
      .getByRole('link', { name: '合同' })
      .waitFor();
    await page.getByRole('checkbox', { name: text('list-table.pick', { name: '合同.pdf' }) }).check();
    const bar = page.getByRole('region', { name: text('bulk-bar.label') });
    const selected = async (name: string) => {
      const download = page.waitForEvent('download');
      await bar.getByRole('link', { name, exact: true }).click();
      return readFile(await (await download).path());
    };
    const bundle = await selected(text('bulk-bar.bundles', { count: 1 }));
    expect([...(await openZip(bytesSource(bundle))).entries.keys()]).toContain('VERIFY.txt');
    expect(await readTable(await selected(text('bulk-bar.export', { count: 1 })))).toHaveLength(2);
    await expectAccessible(page);
    await press(text('bulk-bar.label_'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill('待发函');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: text('bulk-dialog.labelAct'), exact: true }).click();
    await dialog.getByText(text('bulk-outcomes.done', { done: '1' })).waitFor();
    await press(text('bulk-dialog.close'));
    await page.goto(`${origin}/attestation`);
    await page
      .getByRole('group', { name: text('saved-views.label') })
      .getByRole('link', { name: '合同' })
      .click();
    await page.getByText('待发函').first().waitFor();

    await insertEvidence(phone, `EX${phone.slice(-2)}`);
    await page.goto(`${origin}/attestation`);
    await press(text('list-exports.export'));
    const file = page.getByRole('status').filter({ hasText: text('list-exports.until', { at: '' }).trim() });
    await file.waitFor({ timeout: waitMs });
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await file.getByRole('link', { name: text('list-exports.download') }).click();
    const table = await readTable(await readFile(await (await download).path()));
    expect(table).toHaveLength(rows + 2);
    await file.getByRole('button', { name: text('list-exports.delete') }).click();
    await file.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
