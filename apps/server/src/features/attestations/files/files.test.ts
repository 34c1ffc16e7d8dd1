import { hash } from 'node:crypto';
import { attestationCalls as calls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { findBalance } from '../../money/service.ts';
import { sendFile } from '../../uploads/testing/files.ts';
import { sweepUploads } from './sweep.ts';

const service = useService();
const { ask, given } = service;
const fileCents = 1000;
const digestCents = 100;

const withMoney = async (cents: number): Promise<Login> => {
  const holder = await given.login({ isWelcomed: false });
  await given.credit(holder, cents);
  return holder;
};
const upload = ({ token }: Login, text: string, name = 'contract.pdf') =>
  sendFile(service, calls.uploadFile, {}, { as: token, bytes: Buffer.from(text), name, mediaType: 'text/html' });
const digest = (text: string) => ({ name: `${text}.txt`, sha256: hash('sha256', text) });
const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);
const jobsFor = async (ano: string) => {
  const sql = `select data from job.job where name = 'seal-files' and data ->> 'ano' = $1`;
  return (await service.database.pool.query(sql, [ano])).rowCount;
};

describe('an uploaded file', () => {
  it('returns its digests, its own name and the type of its content', async () => {
    const holder = await given.login();

    const { data } = await upload(holder, '%PDF-1.7 hello', '../正本\u202e.pdf');

    expect(data).toMatchObject({ name: '正本.pdf', mediaType: 'application/pdf', sizeBytes: 14 });
    expect(data.sha256).toBe(hash('sha256', '%PDF-1.7 hello'));
    expect(data.sm3).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is removed after seven days unless it was submitted', async () => {
    const holder = await withMoney(fileCents);
    const [kept, unused] = [await upload(holder, 'kept'), await upload(holder, 'unused')];
    await ask(calls.preserveFiles, { files: [{ fileId: kept.data.fileId }] }, { as: holder.token });
    const { database, store } = service;
    const place = (id: string) => store.list(`received/${id}/`);

    const inDays = (days: number) => new Date(service.now.getTime() + days * 24 * 3_600_000);
    await sweepUploads({ database, store }, inDays(6));
    expect(await place(unused.data.fileId)).toHaveLength(1);
    await sweepUploads({ database, store }, inDays(8));

    expect(await place(unused.data.fileId)).toEqual([]);
    expect(await place(kept.data.fileId)).toHaveLength(1);
    const again = await ask(calls.preserveFiles, { files: [{ fileId: unused.data.fileId }] }, { as: holder.token });
    expect(again.refused).toBe('UPLOAD_GONE');
  });
});

describe('files', () => {
  it('become one attestation each, in one submission that is paid in full or not at all', async () => {
    const holder = await withMoney(2 * fileCents);
    const uploads = [await upload(holder, 'one', 'a.pdf'), await upload(holder, 'two', 'a.pdf')];
    const third = await upload(holder, 'three', 'c.pdf');
    const filesOf = (all: typeof uploads) => all.map(({ data }) => ({ fileId: data.fileId }));
    const short = { files: filesOf([...uploads, third]), each: true };

    const refused = await ask(calls.preserveFiles, short, { as: holder.token });
    const { data } = await ask(calls.preserveFiles, { files: filesOf(uploads), each: true }, { as: holder.token });

    expect(refused.refused).toBe('BALANCE_SHORT');
    const { list } = (await ask(calls.batchList, { batchId: data.batchId }, { as: holder.token })).data;
    expect(list).toMatchObject([
      { kind: 'files', name: 'a.pdf', fileCount: 1, cost: { amountCents: fileCents, state: 'held' } },
      { kind: 'files', name: 'a.pdf', fileCount: 1, cost: { amountCents: fileCents, state: 'held' } },
    ]);
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 2 * fileCents });
    expect(await Promise.all(list.map(({ ano }) => jobsFor(ano)))).toEqual([1, 1]);
    const { submitted } = (await ask(calls.info, { ano: list[1]?.ano ?? '' }, { as: holder.token })).data;
    expect(submitted).toMatchObject([{ name: 'a.pdf', path: 'data/files/0001.pdf' }]);
  });

  it('become one attestation, charged per file and handed to the sealing job', async () => {
    const holder = await withMoney(3 * fileCents);
    const [one, two] = [await upload(holder, 'one', 'a.pdf'), await upload(holder, 'two', 'b.pdf')];
    const files = [
      { fileId: one.data.fileId, sha256: hash('sha256', 'one').toUpperCase(), modifiedAt: '2026-01-02T03:04:05.000Z' },
      { fileId: two.data.fileId, name: 'folder/b.pdf' },
    ];

    const { data } = await ask(calls.preserveFiles, { files, labels: ['case 1'] }, { as: holder.token });

    const { batchId, attestation, orderNo } = data;
    expect(orderNo).toBeNull();
    const { list } = (await ask(calls.batchList, { batchId }, { as: holder.token })).data;
    expect(list).toMatchObject([{ ano: attestation.ano, batch: { size: 1 } }]);
    expect(attestation).toMatchObject({ kind: 'files', url: '', fileCount: 2, name: 'a.pdf', state: 'queuing' });
    expect(attestation.labels).toEqual(['case 1']);
    expect(await balance(holder)).toMatchObject({ balanceCents: fileCents, heldCents: 2 * fileCents });
    expect(await jobsFor(attestation.ano)).toBe(1);
    const { submitted } = (await ask(calls.info, { ano: attestation.ano }, { as: holder.token })).data;
    expect(submitted).toMatchObject([
      { name: 'a.pdf', sizeBytes: 3, modifiedAt: '2026-01-02T03:04:05.000Z', path: 'data/files/0001.pdf' },
      { name: 'folder/b.pdf', modifiedAt: null, path: 'data/files/0002.pdf' },
    ]);
  });

  it('can be sent by a form-encoded client as JSON text', async () => {
    const holder = await withMoney(digestCents);

    const { data } = await ask(calls.preserveDigests, { files: JSON.stringify([digest('x')]) as never }, {
      as: holder.token,
      form: true,
    } as never);

    expect(data.attestation).toMatchObject({ kind: 'digests', fileCount: 1 });
  });

  it('are refused if one is gone, belongs to another person, is used, sent twice, or doesn’t match the stated digest', async () => {
    const holder = await withMoney(10 * fileCents);
    const member = await given.member(holder, ['preserve', 'evidence']);
    const { fileId } = (await upload(holder, 'mine')).data;
    const submit = (login: Login, files: object[]) =>
      ask(calls.preserveFiles, { files: files as never }, { as: login.token });

    expect((await submit(member, [{ fileId }])).refused).toBe('UPLOAD_GONE');
    expect((await submit(holder, [{ fileId }, { fileId }])).refused).toBe('UPLOAD_GONE');
    expect((await submit(holder, [{ fileId, sha256: hash('sha256', 'other') }])).refused).toBe('FILE_DIFFERS');
    expect((await submit(holder, [{ fileId, sm3: hash('sm3', 'other') }])).refused).toBe('FILE_DIFFERS');
    expect(await balance(holder)).toMatchObject({ heldCents: 0 });
    expect((await submit(holder, [{ fileId }])).refused).toBeNull();
    expect((await submit(holder, [{ fileId }])).refused).toBe('UPLOAD_GONE');
  });

  it('need distinct names', async () => {
    const holder = await withMoney(10 * fileCents);
    const [one, two] = [await upload(holder, 'one'), await upload(holder, 'two')];
    const files = [{ fileId: one.data.fileId }, { fileId: two.data.fileId }];

    expect((await ask(calls.preserveFiles, { files }, { as: holder.token })).refused).toBe('FILE_NAMES');
  });
});

describe('digests', () => {
  it('become one attestation at the price of digests; the list shows files and digests, but no pages', async () => {
    const holder = await withMoney(2 * digestCents);
    await given.attestation(holder, { state: 'succeeded' });
    const files = [{ ...digest('one'), sizeBytes: 7 }, digest('two')];

    const { data } = await ask(calls.preserveDigests, { files, name: 'My files' }, { as: holder.token });

    expect(data.attestation).toMatchObject({ kind: 'digests', fileCount: 2, name: 'My files' });
    expect(await balance(holder)).toMatchObject({ balanceCents: 0, heldCents: 2 * digestCents });
    const { list } = (await ask(calls.fileList, {}, { as: holder.token })).data;
    expect(list.map(({ ano }) => ano)).toEqual([data.attestation.ano]);
    expect((await ask(calls.urlList, {}, { as: holder.token })).data.list.map(({ kind }) => kind)).toEqual(['page']);
  });

  it.each([
    ['no digest', { name: 'a', sha256: '' }],
    ['a short digest', { name: 'a', sha256: 'ab' }],
    ['an empty name', { name: ' / ', sha256: hash('sha256', 'a') }],
    ['a negative size', { name: 'a', sha256: hash('sha256', 'a'), sizeBytes: -1 }],
  ])('are refused with %s', async (_, file) => {
    const { token } = await withMoney(digestCents);

    expect((await ask(calls.preserveDigests, { files: [file] as never }, { as: token })).refused).toBe('INPUT_INVALID');
  });

  it('are refused as a whole if the balance is too low', async () => {
    const holder = await withMoney(digestCents);

    const { refused } = await ask(calls.preserveDigests, { files: [digest('a'), digest('b')] }, { as: holder.token });

    expect(refused).toBe('BALANCE_SHORT');
    expect((await ask(calls.fileList, {}, { as: holder.token })).data.total).toBe(0);
  });

  it('wait for their order as a whole, and go on once the balance pays it', async () => {
    const holder = await given.login({ isWelcomed: false });
    const files = [digest('a'), digest('b')];

    const { data } = await ask(calls.preserveDigests, { files, byOrder: true }, { as: holder.token });

    expect(data.attestation.state).toBe('unpaid');
    expect(await jobsFor(data.attestation.ano)).toBe(0);
    await given.credit(holder, 2 * digestCents);
    const paid = await ask(orderCalls.payOrder, { orderNo: data.orderNo ?? '', way: 'balance' }, { as: holder.token });
    expect(paid.refused).toBeNull();
    expect(await jobsFor(data.attestation.ano)).toBe(1);
    expect(await balance(holder)).toMatchObject({ heldCents: 2 * digestCents });
  });
});
