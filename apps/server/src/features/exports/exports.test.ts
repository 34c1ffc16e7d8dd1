import { bytesSource, openZip } from '@proofkeep/bundle';
import {
  exportCalls as calls,
  exportDays,
  exportGivenUpHours,
  memberCalls,
  messageCalls,
  signInCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { sweepPreparedFiles } from '../../jobs/prepared-files.ts';
import type { Store } from '../../store/store.ts';
import { goodPassword, type Login, useService } from '../../testing/service.ts';
import { writeIndex } from '../evidence/service.ts';
import { exportFiles, writeExport } from './write.ts';

const service = useService();
const { ask, given } = service;
const hourMs = 3_600_000;

/** A holder who has just verified their identity. */
async function givenHolder() {
  const holder = await given.login();
  await ask(signInCalls.confirm, { password: goodPassword }, { as: holder.token });
  return holder;
}

/** A certified attestation whose bundle has one file. */
async function certified(holder: Login, content: string) {
  const ano = await given.attestation(holder, { state: 'succeeded' });
  const place = `evidence/${ano}/1/certified-test/parts/`;
  const { size, sha256, crc32 } = await service.store.put(`${place}a.txt`, Buffer.from(content));
  await writeIndex(service.store, place, [{ path: 'a.txt', key: `${place}a.txt`, size, sha256, crc32 }]);
  await service.database.pool.query('update attestation set certified_place = $2 where ano = $1', [ano, place]);
  return ano;
}

const write = (id: string, o: { store?: Partial<Store>; hasSpace?: boolean } = {}) =>
  writeExport(
    {
      database: service.database,
      store: { ...service.store, ...o.store },
      publicUrl: 'https://proofkeep.test',
      hasSpaceFor: async () => o.hasSpace ?? true,
      clock: () => service.now,
    },
    id,
  );
const sweep = () => sweepPreparedFiles({ database: service.database, store: service.store }, exportFiles, service.now);
const askFor = async (as: string, withBundles = false) => (await ask(calls.askExport, { withBundles }, { as })).data;
const last = async (as: string) => (await ask(calls.dataExport, {}, { as })).data.last;
const download = async (as: string, id: string) =>
  service.app.inject({ url: `/creditor/exports/${id}/file`, headers: { 'x-auth-token': as } });
const filesOf = async (id: string) => (await service.store.list(`${exportFiles.root}${id}/`)).map(({ key }) => key);
const messagesOf = async (as: string) =>
  (await ask(messageCalls.news, {}, { as })).data.list.map(({ message }) => message.name);

describe('a data export', () => {
  it('has every kind of data as JSON and CSV, of its own account only', async () => {
    const holder = await givenHolder();
    const ano = await given.attestation(holder, { name: '=1+1', url: 'https://page.example/a,b' });
    const others = await given.attestation(await given.login());
    const { id } = await askFor(holder.token);

    await write(id);

    const response = await download(holder.token, id);
    expect(response.headers['content-disposition']).toContain('.zip');
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    const names = [...(await openZip(bytesSource(response.rawPayload))).entries.keys()];
    expect(names).toEqual(
      expect.arrayContaining(['README.txt', 'attestations.json', 'attestations.csv', 'activity.csv']),
    );
    expect(names).toEqual(expect.arrayContaining(['bank-transfers.csv', 'invoice-headers.csv', 'reports.csv']));
    expect(names).toHaveLength(31);
    const texts = response.rawPayload.toString();
    expect(texts).toContain(ano);
    expect(texts).not.toContain(others);
    expect(texts).toContain(`,'=1+1,`);
    expect(texts).toContain('"https://page.example/a,b"');
    expect(texts).toContain('存证编号 / Number');
    expect(texts).toContain(holder.phone);
    expect(await last(holder.token)).toMatchObject({ state: 'ready', sizeBytes: response.rawPayload.length });
    expect(await messagesOf(holder.token)).toEqual(['message.export-ready']);
  });

  it('has the bundles of the account if requested, and lists bundles no longer stored', async () => {
    const holder = await givenHolder();
    const ano = await certified(holder, 'evidence');
    const gone = await certified(holder, 'removed');
    await certified(await given.login(), 'of another account');
    await service.store.remove(`evidence/${gone}/`);
    expect((await ask(calls.dataExport, {}, { as: holder.token })).data.bundles).toBe(2);
    const { id } = await askFor(holder.token, true);

    await write(id);

    const zip = await openZip(bytesSource((await download(holder.token, id)).rawPayload));
    const bundles = [...zip.entries.keys()].filter((name) => name.startsWith('bundles/'));
    expect(bundles).toEqual([`bundles/${ano}.zip`]);
    const bundle = await openZip(bytesSource(await zip.bytes(`bundles/${ano}.zip`, 10_000)));
    expect(Buffer.from(await bundle.bytes('a.txt', 100)).toString()).toBe('evidence');
    expect(Buffer.from(await zip.bytes('README.txt', 10_000)).toString()).toContain(gone);
  });

  it('stays with its requester when the account is handed over', async () => {
    const holder = await givenHolder();
    const successor = await given.member(holder);
    const { id } = await askFor(holder.token);
    await write(id);
    await ask(memberCalls.offerHandover, { userId: successor.loginId }, { as: holder.token });
    await ask(signInCalls.confirm, { password: goodPassword }, { as: successor.token });
    await ask(memberCalls.acceptHandover, {}, { as: successor.token });

    expect(await last(successor.token)).toBeNull();
    expect((await download(successor.token, id)).statusCode).toBe(404);
    expect((await ask(calls.discardExport, { id }, { as: successor.token })).refused).toBe('NOT_FOUND');
    expect((await askFor(successor.token)).state).toBe('preparing');
    expect(await filesOf(id)).toHaveLength(1);
    await sweep();
    expect(await filesOf(id)).toEqual([]);
  });

  it('requires its holder, a recent verification, and no other export in progress', async () => {
    const unconfirmed = await given.login();
    const holder = await givenHolder();
    const other = await givenHolder();
    const member = await given.member(holder);

    expect((await ask(calls.askExport, {}, { as: unconfirmed.token })).refused).toBe('CONFIRM_FIRST');
    expect((await ask(calls.askExport, {}, { as: member.token })).refused).toBe('NOT_ALLOWED');
    const { id } = await askFor(holder.token);
    expect((await ask(calls.askExport, {}, { as: holder.token })).refused).toBe('EXPORT_OPEN');
    expect((await download(holder.token, id)).json()).toMatchObject({ errorCode: 'STATE_FORBIDS' });
    await write(id);
    expect((await download(other.token, id)).statusCode).toBe(404);
    service.now = new Date(service.now.getTime() + hourMs);
    expect((await download(holder.token, id)).json()).toMatchObject({ errorCode: 'CONFIRM_FIRST' });
  });

  it('expires with its file, and is replaced by the next', async () => {
    const holder = await givenHolder();
    const first = await askFor(holder.token);
    await write(first.id);
    const second = await askFor(holder.token);
    expect((await ask(calls.dataExport, {}, { as: holder.token })).data.earlier).toMatchObject({ id: first.id });
    await sweep();
    expect((await download(holder.token, first.id)).statusCode).toBe(200);
    await write(second.id);
    expect((await ask(calls.dataExport, {}, { as: holder.token })).data.earlier).toBeNull();

    await sweep();
    expect(await filesOf(first.id)).toEqual([]);
    expect(await filesOf(second.id)).toHaveLength(1);
    service.now = new Date(service.now.getTime() + exportDays * 24 * hourMs);
    await ask(signInCalls.confirm, { password: goodPassword }, { as: holder.token });
    const late = await download(holder.token, second.id);
    await sweep();

    expect(late.statusCode).not.toBe(200);
    expect(await filesOf(second.id)).toEqual([]);
    const { rows } = await service.database.pool.query(
      'select state from data_export where account_id = $1 order by asked_at, id',
      [holder.accountId],
    );
    expect(rows.map(({ state }) => state)).toEqual(['discarded', 'expired']);
  });

  it('fails with a reason if there is no space, keeps the previous file, and can be requested again', async () => {
    const holder = await givenHolder();
    const before = await askFor(holder.token);
    await write(before.id);
    const { id } = await askFor(holder.token);

    await write(id, { hasSpace: false });

    expect(await last(holder.token)).toMatchObject({ state: 'failed', failure: 'no-space' });
    expect(await messagesOf(holder.token)).toEqual(['message.export-no-space', 'message.export-ready']);
    expect((await download(holder.token, before.id)).statusCode).toBe(200);
    expect((await askFor(holder.token)).state).toBe('preparing');
  });
});

describe('writing a data export', () => {
  const cut = () => Promise.reject(new Error('killed'));

  it('restarts after a crash before or after its file was stored, and leaves one file', async () => {
    const holder = await givenHolder();
    const { id } = await askFor(holder.token);

    await expect(write(id, { store: { put: cut } })).rejects.toThrow('killed');
    const storedOnly: Store['put'] = async (...given) => {
      await service.store.put(...given);
      return cut();
    };
    await expect(write(id, { store: { put: storedOnly } })).rejects.toThrow('killed');
    expect(await filesOf(id)).toHaveLength(1);
    expect((await last(holder.token))?.state).toBe('preparing');
    await write(id);
    await write(id);
    await sweep();

    expect(await filesOf(id)).toHaveLength(1);
    expect((await download(holder.token, id)).statusCode).toBe(200);
    expect(await messagesOf(holder.token)).toEqual(['message.export-ready']);
  });

  it('twice concurrently makes one file available', async () => {
    const holder = await givenHolder();
    const { id } = await askFor(holder.token);

    await Promise.all([write(id), write(id), write(id)]);
    await sweep();

    expect(await filesOf(id)).toHaveLength(1);
    expect(await messagesOf(holder.token)).toEqual(['message.export-ready']);
  });

  it('stops when the holder cancels it, and is abandoned after a day', async () => {
    const holder = await givenHolder();
    const cancelled = await askFor(holder.token);
    const cancelling: Store['put'] = async (key, content, expected) => {
      await ask(calls.discardExport, { id: cancelled.id }, { as: holder.token });
      return service.store.put(key, content, expected);
    };
    await write(cancelled.id, { store: { put: cancelling } });
    expect(await filesOf(cancelled.id)).toEqual([]);
    expect(await messagesOf(holder.token)).toEqual([]);

    const stuck = await askFor(holder.token);
    service.now = new Date(service.now.getTime() + (exportGivenUpHours + 1) * hourMs);
    await Promise.all([sweep(), sweep()]);

    expect(stuck.state).toBe('preparing');
    expect(await last(holder.token)).toMatchObject({ state: 'failed', failure: 'given-up' });
    expect(await messagesOf(holder.token)).toEqual(['message.export-given-up']);
  });
});
