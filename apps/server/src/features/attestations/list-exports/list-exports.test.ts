import { attestationCalls as calls, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../installation.ts';
import { readTable } from '../../../spreadsheet/read.ts';
import { type Login, useService } from '../../../testing/service.ts';
import { jobHandlers } from '../jobs.ts';
import { sweepListExports } from './write.ts';

const service = useService();
const { ask, given } = service;
const dayMs = 86_400_000;

const write = (id: string) =>
  jobHandlers(
    service as unknown as Installation,
    () => service.jobs,
    () => {},
  )['export-list']({ id });
const sweep = () => sweepListExports(service, service.now);

/** Evidence of a login, without its files. */
const insert = ({ accountId, loginId }: Login, count: number, prefix: string) =>
  service.database.pool.query(
    `insert into attestation (ano, account_id, login_id, person_id, url, name, state, job, created_at)
     select $4 || lpad(n::text, 6, '0'), $1, $2, $2, 'https://example.com/' || n, '第 ' || n || ' 页', 'succeeded', '{}', $5
     from generate_series(1, $3::int) n`,
    [accountId, loginId, count, prefix, service.now],
  );

const request = async ({ token }: Login, filter: object = {}) =>
  (await ask(calls.askListExport, filter, { as: token })).data;
const listed = async ({ token }: Login) => (await ask(calls.listExports, {}, { as: token })).data.list;

async function download({ token }: Login, id: string) {
  const headers = { 'x-auth-token': token };
  const reply = await service.app.inject({ url: `/creditor/attestations/exports/${id}`, headers });
  return { status: reply.statusCode, bytes: reply.rawPayload };
}

const newsOf = async ({ token }: Login) =>
  (await ask(messageCalls.news, {}, { as: token })).data.list.map(({ message }) => message.text);

describe('an export of the list', () => {
  it('has every row of the filter, announces that it is ready, and replaces the previous file', async () => {
    const holder = await given.login();
    await insert(holder, 2_500, 'EXA');
    const earlier = await request(holder, { search: '' });
    await write(earlier.id);

    const { id, state } = await request(holder, { order: 'ascend' });
    await write(id);

    expect(state).toBe('preparing');
    expect(await listed(holder)).toMatchObject([{ id, state: 'ready', doneRows: 2_500, totalRows: 2_500 }]);
    const { status, bytes } = await download(holder, id);
    const rows = await readTable(bytes);
    expect([status, rows.length]).toEqual([200, 2_501]);
    expect(rows.slice(1).map(({ cells }) => cells[4])).toEqual(
      Array.from({ length: 2_500 }, (_, n) => `EXA${String(n + 1).padStart(6, '0')}`),
    );
    expect((await newsOf(holder))[0]).toContain('2500');
    await sweep();
    expect(await service.store.folders(`list-exports/${earlier.id}/`)).toEqual([]);
    expect((await download(holder, id)).status).toBe(200);
  });

  it('has only the selected rows if numbers are given', async () => {
    const holder = await given.login();
    await insert(holder, 5, 'EXS');
    const anos = ['EXS000002', 'EXS000004'];
    const { id } = await request(holder, { anos });

    await write(id);

    const rows = await readTable((await download(holder, id)).bytes);
    expect(
      rows
        .slice(1)
        .map(({ cells }) => cells[4])
        .sort(),
    ).toEqual(anos);
  });

  it('runs one at a time, and writes nothing once cancelled', async () => {
    const holder = await given.login();
    const { id } = await request(holder);

    const second = await ask(calls.askListExport, {}, { as: holder.token });
    await ask(calls.discardListExport, { id }, { as: holder.token });
    await write(id);
    await sweep();

    expect(second.refused).toBe('EXPORT_OPEN');
    expect(await listed(holder)).toEqual([]);
    expect((await download(holder, id)).status).toBe(409);
    expect(await service.store.folders(`list-exports/${id}/`)).toEqual([]);
  });

  it('is kept for seven days', async () => {
    const holder = await given.login();
    await insert(holder, 1, 'EXB');
    const { id } = await request(holder);
    await write(id);
    const later = new Date(Date.now() + 7 * dayMs + 1_000);

    await sweepListExports(service, later);

    expect(await listed(holder)).toEqual([]);
    expect((await download(holder, id)).status).toBe(409);
    expect(await service.store.folders(`list-exports/${id}/`)).toEqual([]);
  });

  it('contains the evidence that the requester may see, and becomes inaccessible to them once they may see less', async () => {
    const holder = await given.login();
    const all = await given.member(holder, ['evidence']);
    const own = await given.member(holder, ['evidence'], 'own');
    await insert(holder, 2, 'EXC');
    await insert(own, 1, 'EXD');
    const [ofAll, ofOwn] = [await request(all), await request(own)];
    await write(ofAll.id);
    await write(ofOwn.id);

    const counts = [(await listed(all))[0]?.totalRows, (await listed(own))[0]?.totalRows];
    const others = [await download(own, ofAll.id), await download(holder, ofOwn.id)];
    await service.database.pool.query(`update login set scope = 'own' where id = $1`, [all.loginId]);

    expect(counts).toEqual([3, 1]);
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
    expect((await download(all, ofAll.id)).status).toBe(404);
    expect((await download(own, ofOwn.id)).status).toBe(200);
  });

  it('restarts after a crash, and is abandoned after six hours', async () => {
    const holder = await given.login();
    const { id } = await request(holder);
    await service.store.put(`list-exports/${id}/cut/list.xlsx`, Buffer.from('PK'));

    await sweepListExports(service, new Date(service.now.getTime() + 6 * 3_600_000 + 1_000));

    expect(await listed(holder)).toMatchObject([{ id, state: 'failed', failure: 'given-up' }]);
    await ask(calls.discardListExport, { id }, { as: holder.token });
    expect(await listed(holder)).toEqual([]);
    expect(await service.store.folders(`list-exports/${id}/`)).toEqual([]);
  });
});
