import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import { openSealed } from '../kit/submission.ts';
import type { Web } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const sealMs = 60_000;
const { text } = siteWords('zh');

let web: Web;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'dropped-'));
  web = await openSharedWeb();
});
afterAll(async () => {
  await web.close();
  rmSync(home, { recursive: true, force: true });
});

/** Drops files and folders of this machine on an element, as from a file manager. */
async function drop(page: Page, on: Locator, paths: readonly string[]): Promise<void> {
  const box = await on.boundingBox();
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  const cdp = await page.context().newCDPSession(page);
  const copy = 1;
  const data = { items: [], files: [...paths], dragOperationsMask: copy };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  await cdp.detach();
}

it('a dropped folder is preserved from home with the paths of its files, and has files to read', async () => {
  const phone = '13600000106';
  const { page, origin, press, errors } = await visitAsHolder(web, { phone, language: 'zh', width: 'desk' });
  await credit(web.dataDir, phone, 10_000);
  const [folder, empty, many] = [join(home, '证据'), join(home, 'empty'), join(home, 'many')];
  for (const path of [join(folder, '附件'), empty, many]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, '合同.pdf'), '%PDF-1.7');
  writeFileSync(join(folder, '附件', '清单.xlsx'), 'sheet');
  writeFileSync(join(home, 'note.txt'), 'a single file');
  const names = Array.from({ length: 150 }, (_, n) => `${String(n).padStart(3, '0')}.txt`);
  for (const name of names) writeFileSync(join(many, name), name);

  await page.goto(`${origin}/home`);
  const field = page.getByRole('textbox', { name: text('any-input.label'), exact: true });
  await field.waitFor();
  await drop(page, field, [empty]);
  await page.getByText(text('dropped-files.empty')).waitFor();
  await drop(page, field, [folder, join(home, 'note.txt')]);
  await page.waitForURL(/kind=files/);
  const list = page.getByRole('list', { name: text('files-list.label') });
  await expect.poll(() => list.getByLabel(text('files-list.ready')).count(), { timeout: sealMs }).toBe(3);
  await press(`${text('preserve-files.filesSubmit', { count: 3 })} · ¥30.00`);
  await openSealed(page, 'zh');
  const table = page.getByRole('table', { name: text('submitted-tab.caption') });
  for (const name of ['证据/合同.pdf', '证据/附件/清单.xlsx', 'note.txt'])
    await table.getByRole('link', { name, exact: true }).waitFor();

  // More than browsers return at a time.
  await page.goto(`${origin}/attestation/new?kind=digests`);
  await drop(page, page.getByRole('region', { name: text('choose-files.label') }), [many]);
  for (const name of [names[0], names[149]]) await list.getByText(`many/${name}`, { exact: true }).waitFor();
  expect(await list.getByRole('listitem').count()).toBe(150);
  expect(errors).toEqual([]);
});
