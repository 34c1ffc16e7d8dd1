import { accountDay, notarizationCalls } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { sweepMatters } from './documents/sweep.ts';
import { useMatters } from './testing/matters.ts';
import { watchMatters } from './watch.ts';

const service = useService();
const matters = useMatters(service);
const days = (count: number) => new Date(service.now.getTime() + count * 86_400_000);
const watch = (at: Date) =>
  watchMatters({ database: service.database, jobs: service.jobs, vault: service.services.vault, clock: () => at });

it('sends a reminder for a matter that waits for its applicant, and ends it after six months', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.apply(holder, notary.officeId);
  await matters.decide('acceptMatter', { id }, notary);
  const reminded = async () => {
    const { rows } = await service.database.pool.query<{ count: number }>(
      `select count(*)::int as count from message where login_id = $1 and message->>'name' = 'message.matter-waiting'`,
      [holder.loginId],
    );
    return rows[0]?.count;
  };

  expect((await matters.info(holder, id)).expiresOn).toBe(accountDay(days(180)));
  await watch(days(6));
  expect(await reminded()).toBe(0);
  await watch(days(8));
  await watch(days(9));
  expect(await reminded()).toBe(1);
  await watch(days(179));
  expect((await matters.info(holder, id)).state).toBe('accepted');
  await watch(days(190));

  expect((await matters.info(holder, id)).state).toBe('expired');
});

it('processes every other matter if one fails', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const [bad, good] = [await matters.apply(holder, notary.officeId), await matters.apply(holder, notary.officeId)];
  for (const { id } of [bad, good]) await matters.decide('acceptMatter', { id }, notary);
  await watch(days(8));
  const jobs = {
    send: async (_db: unknown, _job: string, { matterId }: { matterId: string }) => {
      if (matterId === bad.id) throw new Error('the queue is broken');
    },
  };

  const watching = watchMatters({
    database: service.database,
    jobs: jobs as never,
    vault: service.services.vault,
    clock: () => days(190),
  });

  await expect(watching).rejects.toThrow(AggregateError);
  const states = [(await matters.info(holder, bad.id)).state, (await matters.info(holder, good.id)).state];
  expect(states).toEqual(['accepted', 'expired']);
});

it('keeps a correction open while its applicant types, and deletes the draft when it expires', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.apply(holder, notary.officeId);
  const { now, database } = service;
  const day = (count: number) => new Date(now.getTime() + count * 86_400_000);
  await matters.decide('requestCorrection', { id, items: [{ field: 'form', reason: '内容不完整' }] }, notary);
  const draft = await matters.draft(holder, { officeId: notary.officeId, purpose: '补正后的用途' });
  const {
    expiresOn,
    materials: [submitted],
  } = await matters.info(holder, id);
  expect(expiresOn).toBe(accountDay(day(30)));
  const files = [submitted?.file.fileId, draft.materials[0]?.fileId];
  const found = async () =>
    (
      await database.pool.query('select state, correction_encrypted is null as "isGone" from matter where id = $1', [
        id,
      ])
    ).rows[0];

  await watch(day(25));
  service.now = day(29);
  await database.pool.query('update session set expires_at = $2, seen_at = $3 where login_id = $1', [
    holder.loginId,
    day(60),
    day(29),
  ]);
  const saved = await service.ask(notarizationCalls.saveMatterDraft, { id, ...draft }, { as: holder.token });
  expect(saved.refused).toBeNull();
  await watch(day(40));
  expect(await found()).toEqual({ state: 'correction', isGone: false });
  await watch(day(52));
  await watch(day(62));

  expect(await found()).toEqual({ state: 'expired', isGone: true });
  const { rows } = await database.pool.query('select id from upload where id = any($1)', [files]);
  expect(rows).toEqual([{ id: files[0] }]);
});

it('does not touch a matter that waits for the office', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.apply(holder, notary.officeId);

  await watch(days(8));
  await watch(days(400));

  expect(await matters.info(holder, id)).toMatchObject({ state: 'submitted', expiresOn: null });
});

it('removes earlier revisions of documents a day later, and no current file', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.ready(holder, notary);
  await matters.signAll(holder, id);
  const { documents } = await matters.info(holder, id);
  for (const { id: documentId } of documents)
    await service.app.inject({
      url: `/creditor/notarization/${id}/document/${documentId}`,
      headers: { 'x-auth-token': holder.token },
    });
  const files = async () => (await service.store.list(`matters/${id}/`)).length;
  const sweep = (at: Date) => sweepMatters({ database: service.database, store: service.store }, at);
  const before = await files();

  await sweep(new Date());
  expect(await files()).toBe(before);
  await sweep(new Date(Date.now() + 2 * 86_400_000));

  expect(await files()).toBe(documents.length);
  expect(before).toBeGreaterThan(documents.length);
});
