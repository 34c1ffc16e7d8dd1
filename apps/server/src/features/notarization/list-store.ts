import {
  type MatterQueue,
  type MatterState,
  type MatterView,
  matterCountLimit,
  matterQueues,
  matterViews,
  statesInView,
} from '@proofkeep/contract';
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
  // No view but `all` lists what has ended: the index of open matters has few rows however many there are.
  conditions.also('m.ended_at is null');
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

/** How many matters of a scope each view lists, up to `matterCountLimit`. */
export async function countViews(
  db: Client,
  { accountId, loginId }: EvidenceScope,
): Promise<Record<MatterView, number>> {
  const conditions = new Conditions().add('m.account_id = $', accountId).add('m.login_id = $', loginId ?? undefined);
  const own = `${conditions}`;
  const counts = matterViews.map((view) => {
    const listed = new Conditions().also(own);
    addView(listed, view);
    return `(select count(*)::int from (select from matter m where ${listed} limit ${matterCountLimit}) few) as "${view}"`;
  });
  const { rows } = await db.query<Record<MatterView, number>>(`select ${counts.join(', ')}`, conditions.values);
  return rows[0] as Record<MatterView, number>;
}

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
    .add('m.queue = $', queue)
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

/** How many matters of an office each queue has, up to `matterCountLimit`. */
export async function countQueues(db: Client, officeId: string): Promise<Record<MatterQueue, number>> {
  const counts = matterQueues.map(
    (queue) =>
      `(select count(*)::int from (select from matter where office_id = $1 and queue = '${queue}' limit ${matterCountLimit}) few)
       as "${queue}"`,
  );
  const { rows } = await db.query<Record<MatterQueue, number>>(`select ${counts.join(', ')}`, [officeId]);
  return rows[0] as Record<MatterQueue, number>;
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
