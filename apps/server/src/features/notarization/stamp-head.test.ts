import { expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { appendEntry } from './journal/journal.ts';
import { findEntries, findHeads } from './journal/store.ts';
import { resumeStamps, stampHead } from './stamp-head.ts';
import { useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);

it('timestamps the newest entry once, and states an outage that left entries without a timestamp', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const { id } = await matters.apply(holder, notary.officeId);
  const { database, services } = service;
  const stamp = (hours: number) => {
    const clock = () => new Date(service.now.getTime() + hours * 3_600_000);
    const { log, documentSigner: signer, jobs } = services;
    return stampHead({ database, log, signer, clock, jobs: () => jobs }, id);
  };
  const stamped = async () => (await findHeads(database.pool, id)).map(({ seq }) => seq);

  await stamp(1);
  await stamp(1);
  expect(await stamped()).toEqual([1]);
  await matters.decide('acceptMatter', { id }, notary);
  await stamp(13);

  const { journal } = await matters.info(holder, id);
  expect(await stamped()).toEqual([1, 3]);
  expect(journal.at(-1)).toMatchObject({
    event: 'stamped-late',
    actor: { role: 'system' },
    detail: { from: 2, until: 2 },
  });
});

const hourMs = 3_600_000;
const later = (hours: number) => new Date(service.now.getTime() + hours * hourMs);

/** Entries that got their first timestamp more than a day late and that no later statement names. */
async function unproven(matterId: string): Promise<number[]> {
  const { pool } = service.database;
  const { rows: heads } = await pool.query<{ seq: number; at: Date }>(
    'select seq, stamped_at as at from matter_head where matter_id = $1 order by seq',
    [matterId],
  );
  const entries = (await findEntries(pool, matterId)).map((one) => ({ ...one, ...JSON.parse(one.entry) }));
  const isNamed = (seq: number) =>
    entries.some(
      ({ event, detail: { from, until }, ...statement }) =>
        event === 'stamped-late' && from <= seq && seq <= until && until < statement.seq,
    );
  return entries
    .filter(({ seq, at }) => {
      const stampedAt = heads.find((head) => head.seq >= seq)?.at.getTime() ?? Number.POSITIVE_INFINITY;
      return stampedAt - Date.parse(at) > 24 * hourMs && !isNamed(seq);
    })
    .map(({ seq }) => seq);
}

it.each([40, 80])(
  'states one outage of %i hours, although the matter has entries about it and other entries in between',
  async (outage) => {
    const [holder, notary] = [await service.given.login(), await matters.notary()];
    const { id, no } = await matters.apply(holder, notary.officeId);
    const { database, services } = service;
    const { documentSigner: signer, jobs } = services;
    let hours = 0;
    const deps = { database, signer, clock: () => later(hours), jobs: () => jobs };
    const broken = { logged: async () => Promise.reject(new Error('the log is down')) };

    for (; hours < outage; hours += 4) {
      await stampHead({ ...deps, log: broken }, id).catch(() => {});
      if (hours === 20) {
        const entry = { matterId: id, no, actor: { role: 'notary', id: null, name: '李公证' } as const, detail: {} };
        await database.transaction((db) =>
          appendEntry(db, jobs, { ...entry, event: 'material-viewed', origin: null, now: later(hours) }),
        );
      }
    }
    await stampHead({ ...deps, log: services.log }, id);

    const entries = await findEntries(database.pool, id);
    expect((await findHeads(database.pool, id)).at(-1)?.seq).toBe(entries.length);
    expect(await unproven(id)).toEqual([]);
    const statements = entries.filter(({ entry }) => entry.includes('"stamped-late"'));
    expect(statements.length).toBe(Math.floor(outage / 16));
  },
);

it('enqueues the timestamp again only for a matter whose job gave up', async () => {
  const [holder, notary] = [await service.given.login(), await matters.notary()];
  const [open, done] = [await matters.apply(holder, notary.officeId), await matters.apply(holder, notary.officeId)];
  const { database, services } = service;
  const { log, documentSigner: signer } = services;
  const sent: string[] = [];
  const jobs = () => ({ send: async (_db: unknown, _name: string, o: object) => void sent.push(Object.values(o)[0]) });
  const deps = (hours: number) => ({ database, log, signer, clock: () => later(hours), jobs });
  await stampHead(deps(0), done.id);
  await database.pool.query('delete from matter_head where matter_id = $1', [open.id]);

  await resumeStamps(deps(12));
  expect(sent).not.toContain(open.id);
  await resumeStamps(deps(14));

  expect(sent).toContain(open.id);
  expect(sent).not.toContain(done.id);
});
