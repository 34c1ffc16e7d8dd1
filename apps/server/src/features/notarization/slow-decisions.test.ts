import { DeedStatement } from '@proofkeep/bundle';
import { afterEach, expect, it, vi } from 'vitest';
import { useService } from '../../testing/service.ts';
import { appendEntry } from './journal/journal.ts';
import { notarySigner } from './offices/certificates.ts';
import { findDeed } from './store.ts';
import { useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);

afterEach(() => vi.restoreAllMocks());

/** Runs `act` while the first document of a decision is sealed, before the decision's transaction. */
function whileSealing(act: () => Promise<unknown>): void {
  const { documentSigner } = service.services;
  const sign = documentSigner.sign.bind(documentSigner);
  vi.spyOn(documentSigner, 'sign').mockImplementationOnce(async (...args) => {
    await act();
    return sign(...args);
  });
}

/** Two minutes later, a notary opens a file of the matter. */
const viewLater =
  ({ id, no }: { id: string; no: string }) =>
  () => {
    service.now = new Date(service.now.getTime() + 2 * 60_000);
    const actor = { role: 'notary', id: null, name: '李公证' } as const;
    const entry = { matterId: id, no, actor, detail: {}, origin: null, now: service.now };
    return service.database.transaction((db) =>
      appendEntry(db, service.services.jobs, { ...entry, event: 'material-viewed' }),
    );
  };

const rename = (officeId: string) => () =>
  service.database.pool.query(`update notary_office set name = name || '（新）' where id = $1`, [officeId]);

it('keeps times in order if another act happens while a decision is prepared', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const applied = await matters.apply(holder, notary.officeId);
  whileSealing(viewLater(applied));
  await matters.decide('acceptMatter', { id: applied.id }, notary);
  const signed = await matters.ready(holder, notary);
  await matters.signAll(holder, signed.id);
  whileSealing(viewLater(signed));

  const { refused } = await matters.decide(
    'issueDeed',
    { id: signed.id, text: '兹证明前面的声明书系王芳本人签署。' },
    notary,
  );

  expect(refused).toBeNull();
  for (const { id } of [applied, signed]) {
    const times = (await matters.info(holder, id)).journal.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(times.at(-1)).toBe(times.at(-2));
  }
  const { journal } = await matters.info(holder, signed.id);
  const statement = DeedStatement.parse(JSON.parse((await findDeed(service.database.pool, signed.id)) ?? ''));
  expect(journal.at(-1)).toMatchObject({ event: 'issue', at: statement.issuedAt });
});

it('never states an earlier time than the entry before', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id, no } = await matters.apply(holder, notary.officeId);
  const actor = { role: 'system', id: null, name: '' } as const;
  const now = new Date(service.now.getTime() - 60_000);

  await service.database.transaction((db) =>
    appendEntry(db, service.services.jobs, {
      matterId: id,
      no,
      actor,
      event: 'step-finished',
      detail: {},
      origin: null,
      now,
    }),
  );

  const { journal } = await matters.info(holder, id);
  expect(journal.at(-1)?.at).toBe(journal.at(-2)?.at);
});

it('refuses to accept or issue under a former name of the office', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const applied = await matters.apply(holder, notary.officeId);
  const signed = await matters.ready(holder, notary);
  await matters.signAll(holder, signed.id);

  whileSealing(rename(notary.officeId));
  expect((await matters.decide('acceptMatter', { id: applied.id }, notary)).refused).toBe('STATE_FORBIDS');
  whileSealing(rename(notary.officeId));
  const text = '兹证明前面的声明书系王芳本人签署。';
  expect((await matters.decide('issueDeed', { id: signed.id, text }, notary)).refused).toBe('STATE_FORBIDS');

  expect((await matters.info(holder, signed.id)).state).toBe('sealing');
  expect((await matters.decide('issueDeed', { id: signed.id, text }, notary)).refused).toBeNull();
});

it('does not issue a deed whose finished documents would fail verification', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.ready(holder, notary);
  await matters.signAll(holder, id);
  const issue = () => matters.decide('issueDeed', { id, text: '兹证明前面的声明书系王芳本人签署。' }, notary);
  const { documentSigner } = service.services;
  const sign = documentSigner.sign.bind(documentSigner);
  const unsealed = vi
    .spyOn(documentSigner, 'sign')
    .mockImplementation(async (pdf, o, by) => (o.reason.startsWith('公证处印章') ? pdf : sign(pdf, o, by)));
  expect((await issue()).refused).toBe('INTERNAL');
  unsealed.mockRestore();

  expect((await matters.info(holder, id)).state).toBe('sealing');
  expect((await issue()).refused).toBeNull();
});

it('does not sign a deed for a notary who was disabled meanwhile', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.ready(holder, notary);
  await matters.signAll(holder, id);
  const { pool } = service.database;
  const disable = () => pool.query('update staff set disabled_at = $2 where id = $1', [notary.staffId, service.now]);
  whileSealing(disable);

  const { refused } = await matters.decide('issueDeed', { id, text: '兹证明前面的声明书系王芳本人签署。' }, notary);

  expect(refused).toBe('NOT_FOUND');
  await expect(notarySigner(pool, service.services, notary.staffId, service.now)).rejects.toThrow('NOT_FOUND');
  expect((await matters.info(holder, id)).state).toBe('sealing');
});
