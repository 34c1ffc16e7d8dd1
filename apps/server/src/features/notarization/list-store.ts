import type { MatterQueue, MatterState, MatterView } from '@proofkeep/contract';
import { matterStates, queueOf, statesInView } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { type MatterDbRow, matterColumns, matterJoins, openStep } from './store.ts';

/** Adds the condition that a view lists a matter, derived from `turnOf`. */
function addView(conditions: Conditions, view: MatterView): void {
  if (view === 'all') return;
  const { withOpenStep, without } = statesInView(view, 'applicant');
  const both = withOpenStep.filter((state) => without.includes(state));
  const only = (states: readonly MatterState[]) => states.filter((state) => !both.includes(state));
  const lists = [
    both.length > 0 && `m.state in (${quoted(both)})`,
    only(withOpenStep).length > 0 && `m.state in (${quoted(only(withOpenStep))}) and ${openStep}`,
    only(without).length > 0 && `m.state in (${quoted(only(without))}) and not ${openStep}`,
  ].filter((condition) => condition !== false);
  conditions.also(`(${lists.map((condition) => `(${condition})`).join(' or ') || 'false'})`);
}

/** States are constants of the contract, never input. */
const quoted = (states: readonly MatterState[]): string => states.map((state) => `'${state}'`).join(', ');

const like = (search: string): string | undefined =>
  search === '' ? undefined : `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const searched = `(lower(m.no) like $ or exists (select from matter_party q where q.matter_id = m.id and lower(q.name) like $))`;

export async function listMatters(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { view, search, ...page }: Page & { view: MatterView; search: string },
): Promise<{ rows: MatterDbRow[]; total: number }> {
  const conditions = new Conditions()
    .add('m.account_id = $', accountId)
    .add('m.login_id = $', loginId ?? undefined)
    .add(searched, like(search));
  addView(conditions, view);
  const listing = {
    columns: matterColumns,
    from: 'matter m',
    joins: matterJoins,
    where: `${conditions}`,
    by: 'm.changed_at desc, m.id',
  };
  return listPage<MatterDbRow>(db, { ...listing, values: conditions.values }, page);
}

/** How many matters of a scope are in each state, with and without an open step of the applicant. */
export async function countByState(
  db: Client,
  { accountId, loginId }: EvidenceScope,
): Promise<{ state: MatterState; hasOpenStep: boolean; count: number }[]> {
  const { rows } = await db.query<{ state: MatterState; hasOpenStep: boolean; count: number }>(
    `select m.state, ${openStep} as "hasOpenStep", count(*)::int as count from matter m
     where m.account_id = $1 and ($2::uuid is null or m.login_id = $2) group by 1, 2`,
    [accountId, loginId],
  );
  return rows;
}

const statesIn = (queue: MatterQueue): MatterState[] => matterStates.filter((state) => queueOf(state) === queue);

export async function listQueue(
  db: Client,
  officeId: string,
  {
    queue,
    search,
    whose,
    staffId,
    ...page
  }: Page & { queue: MatterQueue; search: string; whose: 'all' | 'mine' | 'unassigned'; staffId: string },
): Promise<{ rows: MatterDbRow[]; total: number }> {
  const conditions = new Conditions()
    .add('m.office_id = $', officeId)
    .add('m.state = any($)', statesIn(queue))
    .add('m.notary_id = $', whose === 'mine' ? staffId : undefined)
    .add(searched, like(search));
  if (whose === 'unassigned') conditions.also('m.notary_id is null');
  const direction = queue === 'done' ? 'desc' : 'asc';
  const listing = {
    columns: matterColumns,
    from: 'matter m',
    joins: matterJoins,
    where: `${conditions}`,
    by: `m.changed_at ${direction}, m.id`,
  };
  return listPage<MatterDbRow>(db, { ...listing, values: conditions.values }, page);
}

/** How many matters of an office each queue has. */
export async function countQueues(db: Client, officeId: string): Promise<Map<MatterQueue, number>> {
  const { rows } = await db.query<{ state: MatterState; count: number }>(
    'select state, count(*)::int as count from matter where office_id = $1 group by state',
    [officeId],
  );
  const counts = new Map<MatterQueue, number>();
  for (const { state, count } of rows) {
    const queue = queueOf(state);
    if (queue) counts.set(queue, (counts.get(queue) ?? 0) + count);
  }
  return counts;
}

/** How many matters that have not ended each notary of an office handles. */
export async function countOpenMatters(db: Client, officeId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ notaryId: string; count: number }>(
    `select notary_id as "notaryId", count(*)::int as count from matter
     where office_id = $1 and notary_id is not null and ended_at is null group by notary_id`,
    [officeId],
  );
  return new Map(rows.map(({ notaryId, count }) => [notaryId, count]));
}
