import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invoiceCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import { addressOf, useService } from '../../testing/service.ts';
import { sweepInvoices } from './files.ts';
import { enterprise, invoicing } from './testing/invoices.ts';

const service = useService();
const { ask, given } = service;
const made = invoicing(service);

async function applied(o: { kind?: 'special'; email?: string } = {}) {
  const { token } = await given.login();
  const { token: operator } = await given.staff();
  const orderNo = await made.paid(token);
  const headerId = await made.header(token, enterprise);
  const { id } = (await made.apply(token, { orderNos: [orderNo], headerId, ...o })).data;
  return { token, operator, orderNo, id };
}

async function bytesOf(call: typeof calls.pdf | typeof calls.consolePdf, id: string, token: string) {
  const { url } = addressOf(call, { id });
  const response = await service.app.inject({ method: 'GET', url, headers: { 'x-auth-token': token } });
  return { status: response.statusCode, body: response.rawPayload, headers: response.headers };
}

function read(pdf: Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'invoice-')), 'invoice.pdf');
  writeFileSync(path, pdf);
  execFileSync('qpdf', ['--check', path]);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

async function attach(operator: string, id: string, file: Buffer | string, attempt = 1, reason = '') {
  const { url } = addressOf(calls.attachFile, { id });
  const { headers, payload } = formFile(file, { name: 'a.pdf', mediaType: 'application/pdf' });
  const response = await service.app.inject({
    method: 'POST',
    url: `${url}?attempt=${attempt}${reason && `&reason=${encodeURIComponent(reason)}`}`,
    headers: { 'x-auth-token': operator, ...headers },
    payload,
  });
  return response.json().errorCode ?? null;
}

const paper = (word: string) => `%PDF-1.4\n% ${word}\n%%EOF\n`;

describe('the sheet of an issued invoice', () => {
  it('contains all fields as text, and first states that it is not the invoice', async () => {
    const { token, operator, orderNo, id } = await applied({ kind: 'special' });
    await made.issue(operator, id, 1, { number: '26332000000000000077' });
    const { status, body, headers } = await bytesOf(calls.pdf, id, token);
    const text = read(body);

    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('26332000000000000077.pdf');
    for (const part of [
      '本单不是发票',
      'not the invoice',
      '26332000000000000077',
      '增值税专用发票',
      '杭州存真科技有限公司',
      '91330100799655058B',
      '中国工商银行杭州分行',
      '1202021409900123456',
      '杭州市西湖区文三路 1 号',
      '057188886666',
      orderNo,
      '账户余额充值',
      '¥600.00',
      '陆佰元整',
    ])
      expect(text).toContain(part);
    expect((await bytesOf(calls.pdf, id, token)).body.equals(body)).toBe(true);
  });

  it('states that the invoice was reversed, by which red-letter invoice and why', async () => {
    const { token, operator, id } = await applied();
    await made.issue(operator, id);
    await made.redFlush(operator, id);

    const text = read((await bytesOf(calls.pdf, id, token)).body);

    expect(text).toContain('已红冲');
    expect(text).toContain('订单已退款');
  });

  it('is not found before the issue, nor by another account', async () => {
    const { token, operator, id } = await applied();
    const stranger = (await given.login()).token;
    expect((await bytesOf(calls.pdf, id, token)).status).toBe(404);
    await made.issue(operator, id);

    expect((await bytesOf(calls.pdf, id, stranger)).status).toBe(404);
    expect((await bytesOf(calls.pdf, id, token)).status).toBe(200);
  });
});

describe('the file of an invoice', () => {
  it('replaces the sheet for the holder, and is stored encrypted', async () => {
    const { token, operator, id } = await applied();
    expect(await attach(operator, id, paper('wrong'))).toBeNull();
    expect(await attach(operator, id, paper('right'))).toBeNull();
    await made.issue(operator, id);

    expect((await bytesOf(calls.pdf, id, token)).body.toString()).toBe(paper('right'));
    expect((await ask(calls.info, { id }, { as: token })).data.pdf).toBe('file');
    expect(await attach(operator, id, paper('later'))).toBe('STATE_FORBIDS');
    const [stored] = await service.store.list(`invoices/${id}/`);
    expect(Buffer.from(await service.store.bytes(stored?.key ?? '')).includes('%PDF')).toBe(false);
  });

  it('is replaced after the issue only with proof and a reason; the history keeps the old file', async () => {
    const { token, operator, id } = await applied();
    await attach(operator, id, paper('of another invoice'));
    await made.issue(operator, id);
    const before = service.now;

    const unasked = await attach(operator, id, paper('right'), 1);
    service.now = new Date(before.getTime() + 16 * 60_000);
    const unproven = await attach(operator, id, paper('right'), 1, '上传了他人的发票');
    service.now = before;
    const { token: proven } = await service.given.staff();
    const replaced = await attach(proven, id, paper('right'), 1, '上传了他人的发票');
    await sweepInvoices(service, new Date(Date.now() + 2 * 86_400_000));

    expect([unasked, unproven, replaced]).toEqual(['STATE_FORBIDS', 'PROVE_AGAIN', null]);
    expect((await bytesOf(calls.pdf, id, token)).body.toString()).toBe(paper('right'));
    expect((await ask(calls.info, { id }, { as: token })).data.steps.at(-1)).toMatchObject({
      event: 'replace',
      reason: '上传了他人的发票',
    });
    expect(await service.store.list(`invoices/${id}/`)).toHaveLength(2);
  });

  it.each([
    ['a program', '#!/bin/sh\n', 'UPLOAD_TYPE'],
    ['a page', '<html><script>alert(1)</script>', 'UPLOAD_TYPE'],
    ['a paper that was cut off', paper('x').slice(0, -6), 'UPLOAD_BROKEN'],
  ])('is not %s', async (_what, file, refused) => {
    const { operator, id } = await applied();

    expect(await attach(operator, id, file)).toBe(refused);
  });

  it('is removed a day after its replacement, and the valid one is kept', async () => {
    const { operator, id } = await applied();
    await attach(operator, id, paper('first'));
    await attach(operator, id, paper('second'));
    const count = async () => (await service.store.list(`invoices/${id}/`)).length;

    await sweepInvoices(service, new Date());
    expect(await count()).toBe(2);
    await sweepInvoices(service, new Date(Date.now() + 2 * 86_400_000));

    expect(await count()).toBe(1);
    expect((await bytesOf(calls.consolePdf, id, operator)).body.toString()).toBe(paper('second'));
  });

  it('is not carried over from a rejected application', async () => {
    const { token, operator, id } = await applied();
    await attach(operator, id, paper('first'));
    await made.reject(operator, id);
    await ask(calls.reapply, { id }, { as: token });

    expect(await attach(operator, id, paper('stale'), 1)).toBe('STATE_FORBIDS');
    await made.issue(operator, id, 2);
    expect((await ask(calls.info, { id }, { as: token })).data.pdf).toBe('sheet');
  });
});

describe('an invoice mail', () => {
  it('contains a link that opens the invoice without signing in, until it expires', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { operator, id } = await applied({ email });
    await attach(operator, id, paper('as the tax authority has it'));
    await made.issue(operator, id, 1, { number: '26332000000000000088' });
    const mails = async () =>
      (
        await service.database.pool.query<{ subject: string; body: string }>(
          'select subject, body from mail where address = $1 order by id',
          [email],
        )
      ).rows;
    const [mail] = await mails();
    const path = /\/creditor\/invoice\/mailed\/[\w-]{43}/.exec(mail?.body ?? '')?.[0] ?? '';
    const open = (url = path) => service.app.inject({ method: 'GET', url });

    expect(mail?.subject).toBe('【存真】发票 26332000000000000088 已开具');
    expect((await open()).body).toBe(paper('as the tax authority has it'));
    expect((await open(`${path.slice(0, -4)}AAAA`)).statusCode).toBe(404);
    await made.redFlush(operator, id);
    expect((await mails()).map(({ subject }) => subject)).toContain('【存真】发票 26332000000000000088 已红冲');
    expect(read((await open()).rawPayload)).toContain('红冲');
    service.now = new Date(service.now.getTime() + 91 * 86_400_000);
    expect((await open()).statusCode).toBe(404);
    service.now = new Date();
  });

  it('has no link while the file is missing; a mail with a link follows when it is attached or replaced', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { operator, id } = await applied({ email });
    const bodies = async () => {
      const { rows } = await service.database.pool.query<{ body: string }>(
        'select body from mail where address = $1 order by id',
        [email],
      );
      return rows.map(({ body }) => body);
    };
    const linkIn = (body = '') => /\/creditor\/invoice\/mailed\/[\w-]{43}/.exec(body)?.[0] ?? '';
    const open = async (body: string | undefined) => service.app.inject({ method: 'GET', url: linkIn(body) });

    await made.issue(operator, id, 1, { number: '26332000000000000091' });
    await attach(operator, id, paper('the file'));
    await attach(operator, id, paper('the right file'), 1, '上传了错误的文件');
    const [issued, attached, replaced] = await bodies();

    expect(issued).toContain('26332000000000000091');
    expect(linkIn(issued)).toBe('');
    expect((await open(attached)).statusCode).toBe(404);
    expect((await open(replaced)).body).toBe(paper('the right file'));
  });
});
