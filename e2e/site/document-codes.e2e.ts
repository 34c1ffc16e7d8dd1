import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notarizationCalls as calls } from '@proofkeep/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identified, newOffice, submitMatter } from '../kit/matters.ts';
import { readQrCode } from '../kit/qr-code.ts';
import { Client } from '../kit/service.ts';
import { openSharedWeb } from '../kit/shared-web.ts';
import type { Web } from '../kit/web.ts';

const phone = '13900002871';

let web: Web;
let folder: string;
beforeAll(async () => {
  web = await openSharedWeb();
  folder = await mkdtemp(join(tmpdir(), 'document-codes-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await web?.close();
});

it('every page of every document has a QR code that leads to the public verification of its matter', async () => {
  const office = await newOffice(web);
  const holder = new Client(web.service);
  await holder.register(phone);
  const text = '本人声明，自二〇二〇年一月起未与任何人办理结婚登记，以上内容真实，如有虚假愿承担法律责任。'.repeat(60);
  const id = await submitMatter(holder, office, { phone, form: { text } });
  await identified(web, holder, office, { id, holderPhone: phone, needsSession: false });
  const { no, documents } = await holder.ask(calls.matterInfo, { id });
  const codes: (string | undefined)[] = [];

  for (const { id: documentId, kind } of documents) {
    const pdf = join(folder, `${kind}.pdf`);
    await writeFile(pdf, Buffer.from(await holder.bytes(calls.matterFile, { id, documentId })));
    const pages = Number(/^Pages:\s+(\d+)$/m.exec(execFileSync('pdfinfo', [pdf], { encoding: 'utf8' }))?.[1]);
    for (let page = 1; page <= pages; page++) codes.push(readQrCode(pdf, page));
  }

  expect(codes.length).toBeGreaterThan(documents.length);
  expect(new Set(codes).size).toBe(1);
  const stranger = await web.visit({ language: 'en', width: 'phone' });
  await stranger.page.goto(codes[0] ?? '');
  await stranger.page.getByRole('main').getByText(no, { exact: true }).first().waitFor();
  expect(stranger.errors).toEqual([]);
  await stranger.close();
}, 60_000);
