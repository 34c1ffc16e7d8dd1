import { type MatterQueue, type MatterView, matterCountLimit, matterQueues, matterViews } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { type MatterDbRow, matterColumns, matterJoins } from './store.ts';

const like = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Adds the condition that number or a party's name contains a text. The index of `grams` finds candidates, which are then compared. */
function addSearch(conditions: Conditions, search: string): void {
  if (search === '') return;
  const characters = [...search.toLowerCase()];
  const pairs = characters.slice(1).map((one, at) => `${characters[at]}${one}`);
  conditions
    .add('m.grams @> $::text[]', pairs.length > 0 ? pairs : characters)
    .add(
      '(lower(m.no) like $ or exists (select from matter_party q where q.matter_id = m.id and lower(q.name) like $))',
      like(search),
    );
}

export async function listMatters(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { view, search, ...page }: Page & { view: MatterView; search: string },
): Promise<{ rows: MatterDbRow[]; total: number }> {
  const conditions = new Conditions()
    .add('m.account_id = $', accountId)
    .add('m.login_id = $', loginId ?? undefined)
    .add('m.turn = $', view === 'all' ? undefined : view);
  addSearch(conditions, search);
  const listing = {
    columns: matterColumns,
    from: 'matter m',
    joins: matterJoins,
    where: `${conditions}`,
    by: 'm.changed_at desc, m.id',
  };
  return listPage<MatterDbRow>(db, { ...listing, values: conditions.values }, page);
}

/** Counts the matters of a scope in each view, up to `matterCountLimit`. */
export async function countViews(
  db: Client,
  { accountId, loginId }: EvidenceScope,
): Promise<Record<MatterView, number>> {
  const conditions = new Conditions().add('m.account_id = $', accountId).add('m.login_id = $', loginId ?? undefined);
  const own = `${conditions}`;
  const counts = matterViews.map((view) => {
    const turn = view === 'all' ? '' : ` and m.turn = '${view}'`;
    return `(select count(*)::int from (select from matter m where ${own}${turn} limit ${matterCountLimit}) few) as "${view}"`;
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
    .add('m.notary_id = $', whose === 'mine' ? staffId : undefined);
  addSearch(conditions, search);
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

/** Counts an office's matters in each queue, up to `matterCountLimit`. */
export async function countQueues(db: Client, officeId: string): Promise<Record<MatterQueue, number>> {
  const counts = matterQueues.map(
    (queue) =>
      `(select count(*)::int from (select from matter where office_id = $1 and queue = '${queue}' limit ${matterCountLimit}) few)
       as "${queue}"`,
  );
  const { rows } = await db.query<Record<MatterQueue, number>>(`select ${counts.join(', ')}`, [officeId]);
  return rows[0] as Record<MatterQueue, number>;
}

/** Counts the open matters of each notary of an office. */
export async function countOpenMatters(db: Client, officeId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ notaryId: string; count: number }>(
    `select notary_id as "notaryId", count(*)::int as count from matter
     where office_id = $1 and notary_id is not null and ended_at is null group by notary_id`,
    [officeId],
  );
  return new Map(rows.map(({ notaryId, count }) => [notaryId, count]));
}
