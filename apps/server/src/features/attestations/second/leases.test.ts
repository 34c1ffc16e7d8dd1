import { leaseMs, type NodePlace, secondRecordLimitMs } from '@proofkeep/contract';
import { beforeEach, expect, it } from 'vitest';
import type { EvidenceScope } from '../../../http/policy.ts';
import type { Lease } from '../../evidence/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { sweepLeases } from '../nodes/outcomes.ts';
import { useNodes } from '../nodes/testing/test-nodes.ts';
import { findListed } from '../reading/store.ts';
import { summaryOf } from '../reading/summary.ts';
import { actingAs } from '../testing/actors.ts';
import { findSecond, insertSeconds } from './store.ts';

const nodes = useNodes();
const shanghai: NodePlace = { name: 'Shanghai, China Telecom', region: 'CN-SH' };
const frankfurt: NodePlace = { name: 'Frankfurt, Hetzner', region: 'DE-HE' };

const lease = (node: string, place?: NodePlace) => nodes.lease(node, 0, nodes.clock(), place);
const leased = async (node: string, place?: NodePlace): Promise<Lease> => {
  const offer = await lease(node, place);
  if (!offer) throw new Error(`${node} got no lease.`);
  return offer;
};
const pass = (ms: number) => {
  nodes.now = new Date(nodes.now.getTime() + ms);
};
const sweep = () =>
  sweepLeases({
    database: nodes.database,
    onDelivered: async (_db, one) => void nodes.delivered.push(one),
    onDropped: async (_db, one) => void nodes.dropped.push(one),
    onLost: async () => {},
    onFault: (fault) => void nodes.faults.push(fault),
    clock: () => nodes.now,
  });
const second = async (ano: string) => findSecond(nodes.database.pool, ano);
const fencesOf = (leases: readonly Lease[]) => leases.map(({ fence }) => fence);

/** A queued page to be recorded from two places. */
const wanted = async () => {
  const ano = await nodes.given.waiting();
  await insertSeconds(nodes.database.pool, [ano]);
  return ano;
};
/** Both leases of a page, in two places. */
const both = async () => {
  const ano = await wanted();
  return { ano, first: await leased('one', shanghai), other: await leased('two', frankfurt) };
};

beforeEach(async () => {
  nodes.now = new Date();
  nodes.delivered.length = 0;
  nodes.dropped.length = 0;
  const { pool } = nodes.database;
  await pool.query(
    `update attestation set state = 'cancelled', leased_until = null where state in ('queuing', 'capturing')`,
  );
  await pool.query('delete from capture_node');
});

it('goes only to a node in another place, under its own fence', async () => {
  const ano = await wanted();

  expect((await lease('one', shanghai))?.ano).toBe(ano);
  expect(await lease('three', shanghai)).toBeNull();
  expect(await lease('four')).toBeNull();
  const offer = await lease('two', frankfurt);

  expect(offer).toMatchObject({ ano, job: { captureId: ano, url: 'https://page.example/' } });
  const row = await nodes.row(ano);
  expect(row).toMatchObject({ state: 'capturing', node: 'one' });
  expect(offer?.fence).not.toBe(row.fence);
  expect(await second(ano)).toMatchObject({ state: 'capturing', firstPlace: shanghai, place: frankfurt });
  expect(await nodes.custody(ano)).toEqual(['leased by one', 'second.leased by two']);
});

it('leaves the first record to a node with a stated place while one is online', async () => {
  const ano = await wanted();
  await nodes.lease('two', 0, nodes.clock(null), frankfurt);

  expect(await lease('four')).toBeNull();
  pass(120_000);

  expect((await lease('four'))?.ano).toBe(ano);
});

it('is sealed once, with the first record, whichever is delivered last', async () => {
  const one = await both();
  await nodes.handIn(one.first, 'page.html', 'from Shanghai');
  await nodes.report(one.first);
  expect(nodes.delivered).toEqual([]);
  await nodes.handIn(one.other, 'page.html', 'from Frankfurt');
  await nodes.report(one.other);
  expect((await nodes.report(one.other)).status).toBe(200);
  expect(fencesOf(nodes.delivered)).toEqual([one.first.fence]);

  const next = await both();
  await nodes.report(next.other);
  await nodes.report(next.first);

  expect(fencesOf(nodes.delivered)).toEqual([one.first.fence, next.first.fence]);
  expect(await second(next.ano)).toMatchObject({ state: 'delivered', fence: next.other.fence });
  const stored = (await nodes.store.list(`evidence/${one.ano}/`)).map(({ key }) => key);
  expect(stored.sort()).toEqual(
    [one.first, one.other].map(({ fence }) => `evidence/${one.ano}/${fence}/data/page.html`).sort(),
  );
});

it('is captured again by another node if its node is lost, and the lost node is refused', async () => {
  const { ano, first, other } = await both();
  await nodes.handIn(other, 'page.html', 'half');
  pass(leaseMs / 2);
  await nodes.send(first, 0);
  pass(leaseMs / 2 + 1);
  await sweep();

  expect(fencesOf(nodes.dropped)).toEqual([other.fence]);
  expect((await nodes.handIn(other, 'page.html', 'half')).refused).toBe('LEASE_LOST');
  expect((await nodes.report(other)).refused).toBe('LEASE_LOST');
  pass(4_000);
  const again = await leased('five', frankfurt);
  await nodes.report(first);
  await nodes.report(again);

  expect(fencesOf(nodes.delivered)).toEqual([first.fence]);
  expect(await second(ano)).toMatchObject({ state: 'delivered', fence: again.fence });
});

it('starts over with the first record if that one is lost', async () => {
  const { ano, first, other } = await both();
  await nodes.report(other);
  pass(leaseMs + 1);
  await sweep();
  pass(4_000);
  const again = await leased('three', frankfurt);

  expect(fencesOf(nodes.dropped).sort()).toEqual([first.fence, other.fence].sort());
  expect(await second(ano)).toMatchObject({ state: 'waiting', firstPlace: frankfurt, fence: null });
  const secondAgain = await leased('one', shanghai);
  await nodes.report(again);
  await nodes.report(secondAgain);

  expect(fencesOf(nodes.delivered)).toEqual([again.fence]);
});

it('is abandoned if no node in another place takes it in time', async () => {
  const ano = await wanted();
  const first = await leased('one', shanghai);
  await nodes.report(first);
  expect(nodes.delivered).toEqual([]);
  pass(secondRecordLimitMs + 1);
  expect(await lease('two', frankfurt)).toBeNull();
  await sweep();

  expect(fencesOf(nodes.delivered)).toEqual([first.fence]);
  expect(await second(ano)).toMatchObject({ state: 'failed', why: 'no-node' });
  expect(await nodes.custody(ano)).toContain('second.failed by service');
});

it("fails without another attempt if the page can't be captured from the other place", async () => {
  const { ano, first, other } = await both();
  await nodes.report(other, 'CONNECTION_FAILED');
  await nodes.report(first);

  expect(await second(ano)).toMatchObject({ state: 'failed', why: 'page' });
  expect(fencesOf(nodes.delivered)).toEqual([first.fence]);
});

/** The second record as lists and cards show it. */
async function shown(ano: string) {
  const { pool } = nodes.database;
  const { rows } = await pool.query<EvidenceScope & object>(
    'select account_id as "accountId", null as "loginId" from attestation where ano = $1',
    [ano],
  );
  const [row] = await findListed(pool, rows[0] as EvidenceScope, [ano]);
  return row && summaryOf(row).second;
}

it('ends with the attestation', async () => {
  const { ano, other } = await both();
  await nodes.cancel(ano);

  expect((await nodes.send(other, 0)).refused).toBe('LEASE_LOST');
  expect(await lease('six', frankfurt)).toBeNull();
  expect(await second(ano)).toMatchObject({ state: 'ended', fence: other.fence });
  expect(await nodes.custody(ano)).toContain('second.ended by service');
});

it('ends with a failed capture, and starts over with its retry', async () => {
  const { ano, first, other } = await both();
  await nodes.report(first, 'CONNECTION_FAILED');

  expect(await second(ano)).toMatchObject({ state: 'ended', fence: other.fence });
  await nodes.database.transaction((db) => moveAttestation(db, ano, 'retried', { by: actingAs('its holder') }));
  expect(await shown(ano)).toMatchObject({ state: 'waiting', place: null });
  const again = await leased('three', frankfurt);
  const secondAgain = await leased('one', shanghai);
  await nodes.report(again);
  await nodes.report(secondAgain);

  expect(fencesOf(nodes.dropped)).toContain(other.fence);
  expect(fencesOf(nodes.delivered)).toEqual([again.fence]);
});

it("is abandoned at once if the first record's node states no place", async () => {
  const ano = await wanted();
  const first = await leased('four');

  expect(await second(ano)).toMatchObject({ state: 'failed', why: 'no-place', firstPlace: null });
  expect(await lease('two', frankfurt)).toBeNull();
  await nodes.report(first);

  expect(fencesOf(nodes.delivered)).toEqual([first.fence]);
});
