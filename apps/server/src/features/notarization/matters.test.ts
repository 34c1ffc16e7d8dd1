import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canonicalBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  notarizationCalls as calls,
  consoleNotarizationCalls as consoleCalls,
  type MatterState,
  matterStates,
  messageCalls,
  queueOf,
  turnOf,
} from '@proofkeep/contract';
import { readSignedPdf } from '@proofkeep/pki';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { idNumber, strokes, useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);
const run = promisify(execFile);

const fileOf = async (token: string, id: string, documentId: string): Promise<Buffer> => {
  const url = calls.matterFile.path.replace('{id}', id).replace('{documentId}', documentId);
  return (await service.app.inject({ url, headers: { 'x-auth-token': token } })).rawPayload;
};

/** Checks every signature of a PDF with openssl. @returns subjects of the certificates */
async function opensslSigners(folder: string, pdf: Buffer): Promise<string[]> {
  const roots = service.services.anchors.roots.map(({ raw }) => new X509Certificate(raw).toString());
  await writeFile(join(folder, 'root.pem'), roots.join(''));
  const subjects: string[] = [];
  for (const { cms, signedBytes } of readSignedPdf(pdf).revisions) {
    await writeFile(join(folder, 'a.p7s'), cms);
    await writeFile(join(folder, 'a.bin'), signedBytes);
    const files = [
      '-in',
      'a.p7s',
      '-content',
      'a.bin',
      '-CAfile',
      'root.pem',
      '-out',
      '/dev/null',
      '-signer',
      'by.pem',
    ];
    await run('openssl', ['cms', '-verify', '-binary', '-inform', 'DER', '-purpose', 'any', ...files], { cwd: folder });
    subjects.push(new X509Certificate(await readFile(join(folder, 'by.pem'))).subject);
  }
  return subjects;
}

describe('a matter', () => {
  it('goes from application to deed, with every document signed and sealed', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const as = { as: holder.token };

    const { id, no } = await matters.ready(holder, notary);
    expect((await matters.info(holder, id)).state).toBe('signing');
    await matters.signAll(holder, id);
    expect((await matters.info(holder, id)).state).toBe('sealing');
    const version = (await matters.seen(id, notary)).version;
    const { data } = await service.ask(
      consoleCalls.issueDeed,
      { id, version, text: '兹证明前面的声明书系王芳本人签署。' },
      { as: notary.token },
    );

    const issued = await matters.info(holder, id);
    expect(issued).toMatchObject({ no, state: 'issued', deedNo: data.deedNo, turn: 'done' });
    expect(data.deedNo).toMatch(/^（\d{4}）深\d+字第 1 号$/);
    expect(issued.documents.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'deed sealed',
      'inform sealed',
      'inquiry sealed',
      'instrument sealed',
      'receipt sealed',
      'write sealed',
    ]);
    const pdfs = (await service.ask(calls.matterPdfs, { id }, as)).data;
    const notice = readSignedPdf(await fileOf(holder.token, id, pdfs.inform?.id ?? ''));
    expect(notice.revisions.map(({ signerName }) => signerName)).toEqual(['王芳', issued.officeName]);
    expect(issued.journal.map(({ event }) => event)).toEqual([
      'submit',
      'accept',
      'open-order',
      'payment-succeeded',
      'steps-waived',
      'all-identified',
      'questions-saved',
      'identity-ok-no-session',
      'documents-signed',
      'all-signed',
      'issue',
    ]);
  });

  it('shows how the paper deed was posted, which can be recorded only after the issue', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const delivery = { way: 'post' as const, address: '深圳市南山区科苑路 8 号，王芳，13900000000' };
    const { id } = await matters.ready(holder, notary, { delivery });
    await matters.signAll(holder, id);
    const ship = () => matters.decide('shipDeed', { id, carrier: '中国邮政', trackingNo: 'EA123456789CN' }, notary);

    const early = (await ship()).refused;
    await matters.decide('issueDeed', { id, text: '兹证明前面的声明书系王芳本人签署。' }, notary);
    const late = (await ship()).refused;

    const { shipment, journal } = await matters.info(holder, id);
    expect([early, late]).toEqual(['STATE_FORBIDS', null]);
    expect(shipment).toMatchObject({ carrier: '中国邮政', trackingNo: 'EA123456789CN' });
    expect(journal.at(-1)?.event).toBe('issue');
    const { list } = (await service.ask(messageCalls.news, {}, { as: holder.token })).data;
    expect(list[0]?.message.name).toBe('message.matter-shipped');
  });

  it('adds only digests of its journal to the public log', async () => {
    const [holder, officeId] = [await service.given.login(), await matters.office()];
    const { id, no } = await matters.apply(holder, officeId);

    const { rows } = await service.database.pool.query<{ leaf: string }>(
      `select convert_from(bytes, 'UTF8') as leaf from log_entry where key like $1`,
      [`matter:${no}:%`],
    );

    const [entry] = (await matters.info(holder, id)).journal;
    expect(rows.map(({ leaf }) => JSON.parse(leaf))).toEqual([
      { v: 1, type: 'proofkeep-matter-head', sha256: entry?.sha256 },
    ]);
  });

  it.each([1, 2, 4])('has documents signed by %i people that pdfsig and openssl accept', async (count) => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const parties = ['王芳', '李明', '赵敏', '陈静'].slice(0, count).map((name, at) => ({
      kind: 'person' as const,
      role: at === 0 ? ('applicant' as const) : ('counterparty' as const),
      name,
      idNumber: idNumber(),
      phone: service.given.phone(),
    }));
    const { id } = await matters.ready(holder, notary, { parties });
    await matters.signAll(holder, id);
    const folder = await mkdtemp(join(tmpdir(), 'matter-'));
    const { inquiry } = (await service.ask(calls.matterPdfs, { id }, { as: holder.token })).data;

    const signed = await fileOf(holder.token, id, inquiry?.id ?? '');
    await writeFile(join(folder, 'a.pdf'), signed);
    const { version } = await matters.seen(id, notary);
    const words = '兹证明前面的声明书系本人签署。';
    await service.ask(consoleCalls.issueDeed, { id, version, text: words }, { as: notary.token });
    const { deed } = (await service.ask(calls.matterPdfs, { id }, { as: holder.token })).data;
    const issued = await fileOf(holder.token, id, deed?.id ?? '');
    await writeFile(join(folder, 'deed.pdf'), issued);
    const ofDeed = await run('pdfsig', ['deed.pdf'], { cwd: folder });
    const byOpenssl = [...(await opensslSigners(folder, signed)), ...(await opensslSigners(folder, issued))];
    const { stdout } = await run('pdfsig', ['-nocert', 'a.pdf'], { cwd: folder });
    const text = await run('pdftotext', ['a.pdf', '-'], { cwd: folder });
    await rm(folder, { recursive: true });

    expect(stdout.split('Signature is Valid.')).toHaveLength(count + 1);
    expect(ofDeed.stdout.split('Signature is Valid.')).toHaveLength(3);
    expect(byOpenssl).toHaveLength(count + 2);
    expect(new Set(byOpenssl).size).toBe(2);
    expect(text.stdout).toContain('询问笔录');
  });

  it('allows questions only to its own parties', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const [one, two] = [await matters.apply(holder, notary.officeId), await matters.apply(holder, notary.officeId)];
    const partyOf = async ({ id }: { id: string }) => (await matters.info(holder, id)).people[0]?.id ?? '';
    const [own, foreign] = [await partyOf(one), await partyOf(two)];
    const save = async (partyId: string) =>
      (
        await matters.decide(
          'saveQuestions',
          { id: one.id, questions: [{ question: '您是否自愿申请？', answer: '是。', partyId }] },
          notary,
        )
      ).refused;

    expect([await save(foreign), await save(own.toUpperCase())]).toEqual(['INPUT_INVALID', null]);
    expect((await matters.seen(one.id, notary)).questions[0]?.partyId).toBe(own);
  });

  it('is paid by an order, and becomes payable again when the order is closed', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const { id } = await matters.apply(holder, notary.officeId);
    await matters.decide('acceptMatter', { id }, notary);

    const { orderNo } = (await service.ask(calls.payMatter, { id, way: 'order' }, { as: holder.token })).data;

    expect((await matters.info(holder, id)).state).toBe('paying');
    const { orderCalls } = await import('@proofkeep/contract');
    await service.ask(orderCalls.closeOrder, { orderNo: orderNo ?? '' }, { as: holder.token });
    expect((await matters.info(holder, id)).state).toBe('accepted');
    const again = (await service.ask(calls.payMatter, { id, way: 'order' }, { as: holder.token })).data.orderNo ?? '';
    await service.given.credit(holder, 10_000_00);
    await service.ask(orderCalls.payOrder, { orderNo: again, way: 'balance' }, { as: holder.token });
    expect((await matters.info(holder, id)).state).toBe('identity');
  });
});

describe('a signature', () => {
  it('is made once, however many concurrent attempts there are', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const { id } = await matters.ready(holder, notary);
    const [party] = (await matters.info(holder, id)).people;
    const ready = await matters.readyToSign(holder, id, party?.id ?? '');

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.ask(calls.signPdf, ready, { as: holder.token })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ refused }) => refused ?? []))).toEqual(new Set(['STATE_FORBIDS']));
    const { rows } = await service.database.pool.query(
      'select from matter_signature s join matter_document d on d.id = s.document_id where d.matter_id = $1',
      [id],
    );
    expect(rows).toHaveLength(4);
    const signed = (await matters.info(holder, id)).journal.find(({ event }) => event === 'documents-signed');
    expect(signed?.detail.handwritingSha256).toBe(sha256Hex(canonicalBytes(strokes)));
  });

  it('is refused for an earlier version of the documents, with the code sent for it', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const { id } = await matters.ready(holder, notary);
    const [party] = (await matters.info(holder, id)).people;
    const partyId = party?.id ?? '';
    const early = await matters.readyToSign(holder, id, partyId);
    await matters.sign(holder, id, partyId).catch(() => {});
    service.now = new Date(service.now.getTime() + 120_000);
    const first = await matters.readyToSign(holder, id, partyId).catch(() => early);
    await service.ask(calls.signPdf, first, { as: holder.token });
    service.now = new Date(service.now.getTime() + 120_000);
    await matters.decide('amendMatter', { id, reason: '姓名有误，重新制作' }, notary);

    const replaced = await service.ask(calls.signPdf, early, { as: holder.token });
    const { documents } = (await service.ask(calls.sendSigningCode, { id, partyId }, { as: holder.token })).data;
    const sha256 = documents.map((document) => document.sha256);
    const withOldHandwriting = await service.ask(calls.signPdf, { ...early, sha256 }, { as: holder.token });
    const { imageId } = (await service.ask(calls.signImage, { id, partyId, strokes }, { as: holder.token })).data;
    const withOldCode = await service.ask(calls.signPdf, { ...early, imageId, sha256 }, { as: holder.token });

    expect([replaced.refused, withOldHandwriting.refused]).toEqual(['STATE_FORBIDS', 'STATE_FORBIDS']);
    expect(withOldCode.refused).toBe('CODE_INVALID');
    expect((await matters.info(holder, id)).documents.find(({ kind }) => kind === 'inform')).toMatchObject({
      version: 2,
      signatures: [],
    });
  });

  it('is made in the applicant’s session only for their own side, and the journal says who signed and how', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const parties = (['applicant', 'counterparty'] as const).map((role, at) => ({
      kind: 'person' as const,
      role,
      name: at === 0 ? '王芳' : '李明',
      idNumber: idNumber(),
      phone: service.given.phone(),
    }));
    const { id } = await matters.ready(holder, notary, { parties });
    const as = { as: holder.token };
    const other = { id, partyId: (await matters.info(holder, id)).people[1]?.id ?? '' };
    const imageId = '00000000-0000-7000-8000-000000000000';

    const refused = [
      await service.ask(calls.signImage, { ...other, strokes }, as),
      await service.ask(calls.sendSigningCode, other, as),
      await service.ask(calls.signPdf, { ...other, imageId, code: '000000', sha256: ['0'.repeat(64)] }, as),
    ];
    await matters.signAll(holder, id);

    expect(refused.map((answer) => answer.refused)).toEqual(refused.map(() => 'STATE_FORBIDS'));
    const signed = (await matters.info(holder, id)).journal.filter(({ event }) => event === 'documents-signed');
    expect(signed.map(({ actor, detail }) => [actor.name, detail.signer, detail.via, detail.login])).toEqual([
      ['王芳', '王芳', 'desk', { id: holder.loginId, name: expect.any(String) }],
      ['李明', '李明', 'phone', undefined],
    ]);
  });

  it('needs the handwriting of that party', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const { id } = await matters.ready(holder, notary);
    const partyId = (await matters.info(holder, id)).people[0]?.id ?? '';
    const ready = await matters.readyToSign(holder, id, partyId);
    const other = await matters.ready(holder, notary);
    const otherParty = (await matters.info(holder, other.id)).people[0]?.id ?? '';
    const borrowed = (
      await service.ask(calls.signImage, { id: other.id, partyId: otherParty, strokes }, { as: holder.token })
    ).data;
    const dot = [[{ x: 1, y: 1, t: 0, p: 0.5 }]];

    const foreign = await service.ask(calls.signPdf, { ...ready, imageId: borrowed.imageId }, { as: holder.token });
    const tiny = await service.ask(calls.signImage, { id, partyId, strokes: dot }, { as: holder.token });

    expect([foreign.refused, tiny.refused]).toEqual(['NOT_FOUND', 'INPUT_INVALID']);
  });

  it('sends its link only to a party with an open step', async () => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const { id, no } = await matters.ready(holder, notary);
    const [party] = (await matters.info(holder, id)).people;
    const phone = await matters.phoneOf(party?.id ?? '');
    const send = async () =>
      (await service.ask(calls.sendPartyLink, { id, partyId: party?.id ?? '' }, { as: holder.token })).refused;

    expect(await send()).toBeNull();
    expect((await service.messages(phone))[0]).toContain(`/h5sign/login/${no}`);
    expect((await matters.info(holder, id)).journal.at(-1)).toMatchObject({ event: 'link-sent' });
    expect(await send()).toBe('TOO_MANY');
    service.now = new Date(service.now.getTime() + 600_001);
    expect(await send()).toBeNull();
    await matters.signAll(holder, id);
    expect(await send()).toBe('STATE_FORBIDS');
  });
});

it('is in the queue and the view that the contract names, in every state', async () => {
  const { pool } = service.database;
  const generated = async (column: string) => {
    const { rows } = await pool.query<{ sql: string }>(
      `select pg_get_expr(d.adbin, d.adrelid) as sql from pg_attrdef d
       join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where d.adrelid = 'matter'::regclass and a.attname = $1`,
      [column],
    );
    return rows[0]?.sql ?? '';
  };
  const { rows } = await pool.query<{ state: MatterState; has_open_step: boolean; queue: string; turn: string }>(
    `select state, has_open_step, (${await generated('queue')}) as queue, (${await generated('turn')}) as turn
     from unnest($1::text[]) state, unnest(array[true, false]) has_open_step`,
    [matterStates],
  );

  expect(rows).toHaveLength(2 * matterStates.length);
  for (const { state, has_open_step: hasOpenStep, queue, turn } of rows)
    expect([state, queue, turn]).toEqual([state, queueOf(state), turnOf(state, { role: 'applicant', hasOpenStep })]);
});

it('is found by any part of its number or of a name, of one character or more', async () => {
  const holder = await service.given.login();
  const party = { kind: 'person', role: 'applicant', name: '欧阳Li慧', phone: service.given.phone() } as const;
  const { id, no } = await matters.apply(holder, await matters.office(), {
    parties: [{ ...party, idNumber: idNumber() }],
  });
  const found = async (search: string) => {
    const { data } = await service.ask(calls.matters, { search }, { as: holder.token });
    return data.list.map((one) => one.id);
  };

  for (const search of ['欧', '欧阳', '阳li', 'LI慧', no, no.slice(4, 7).toLowerCase()])
    expect(await found(search)).toEqual([id]);
  for (const search of ['慧阳', '欧li', '王', `${no}0`]) expect(await found(search)).toEqual([]);
});
