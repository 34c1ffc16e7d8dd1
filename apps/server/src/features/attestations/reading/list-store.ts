import {
  type AttestationKind,
  type AttestationState,
  countedTo,
  type GroupCounts,
  recordingSteps,
  type StateGroup,
  StateGroup as StateGroups,
  type sortings,
} from '@proofkeep/contract';
import { z } from 'zod';
import type { Client } from '../../../database/client.ts';
import { Conditions } from '../../../database/conditions.ts';
import type { EvidenceScope } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { sortByRarity, termKey } from '../search/store.ts';
import { labelWord, searchWords } from '../search/words.ts';
import { type ListedRow, listedColumns } from './store.ts';

export interface ListFilter {
  search?: string;
  kinds?: readonly AttestationKind[] | undefined;
  states?: readonly AttestationState[] | undefined;
  group?: StateGroup | undefined;
  labels?: readonly string[] | undefined;
  anos?: readonly string[] | undefined;
  submissionId?: string | undefined;
  /** False leaves out live sessions that their users removed from the list. */
  isRemoved?: false;
  /** Narrows live sessions in `capturing` to those that are still recording, or to those that no longer are. */
  isRecording?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface ListQuery extends ListFilter {
  sort?: (typeof sortings)[number];
  order?: 'descend' | 'ascend';
  page: number;
  size: number;
  /** From the previous page: returns only rows after it. */
  cursor?: string | undefined;
  /** Whether all rows are counted (default); otherwise `total` counts the rows of the page. */
  isCounted?: boolean;
}

const sortColumns = { createdAt: 'created_at', changedAt: 'changed_at', name: 'name' } as const;

/** Whether to count all rows (default); otherwise `total` is the number of rows on the page. */
interface Source {
  from: string;
  where: Conditions;
  /** Column of `from` with the time of creation, for sorting. */
  createdAt: string;
  ano: string;
}

async function sourceOf(db: Client, scope: EvidenceScope, filter: ListFilter): Promise<Source> {
  const { accountId } = scope;
  const words = [...searchWords(filter.search ?? ''), ...(filter.labels ?? []).map(labelWord)];
  const [first, ...others] = await sortByRarity(
    db,
    words.map((word) => termKey(accountId, word)),
  );
  if (first === undefined) {
    const where = conditionsFor(new Conditions(), scope, filter);
    return { from: 'attestation', where, createdAt: 'created_at', ano: 'ano' };
  }
  const where = new Conditions().add('term_key = $', first);
  for (const key of others)
    where.add(
      'exists (select from attestation_term o where o.key = $ and o.created_at = term_at and o.ano = term_ano)',
      key,
    );
  const joined = conditionsFor(where.apart(), scope, filter);
  // `offset 0` keeps the planner from joining in another order, which would read all rows of a frequent word.
  const from = `(select key as term_key, created_at as term_at, ano as term_ano from attestation_term) t
    cross join lateral (select * from attestation where ano = term_ano and ${joined} offset 0) a`;
  return { from, where, createdAt: 'term_at', ano: 'term_ano' };
}

function conditionsFor(conditions: Conditions, { accountId, loginId }: EvidenceScope, filter: ListFilter): Conditions {
  if (filter.isRemoved === false)
    conditions.also('ano not in (select s.ano from live_session s where s.removed_at is not null)');
  if (filter.isRecording !== undefined)
    conditions.add(
      `(state <> 'capturing' or ${filter.isRecording ? '' : 'not'} (step is null or step = any($)))`,
      recordingSteps,
    );
  return conditions
    .add('account_id = $', accountId)
    .add('login_id = $', loginId ?? undefined)
    .add('submission_id = $', filter.submissionId)
    .add('kind = any($)', filter.kinds)
    .add('state = any($)', filter.states)
    .add('state_group = $', filter.group)
    .add('ano = any($)', filter.anos)
    .add('created_at >= $', filter.from)
    .add('created_at < $', filter.to);
}

/** Lists a page by number, or the page after a cursor, whose cost doesn't grow with the pages before it. */
export async function listAttestations(
  db: Client,
  scope: EvidenceScope,
  query: ListQuery,
): Promise<{ rows: ListedRow[]; total: number; nextCursor: string | null }> {
  const { from, where, createdAt, ano } = await sourceOf(db, scope, query);
  const sort = query.sort ?? 'createdAt';
  const column = sort === 'createdAt' ? createdAt : sortColumns[sort];
  const direction = query.order === 'ascend' ? 'asc' : 'desc';
  const counted = `${where}`;
  const page = where.apart();
  if (query.cursor !== undefined) {
    const [value, last] = parseCursor(query.cursor, sort);
    const type = sort === 'name' ? 'text' : 'timestamptz';
    const beyond = direction === 'asc' ? '>' : '<';
    page.add(`${column} ${beyond}= $::${type}`, value);
    page.addAll(`(${column} ${beyond} $::${type} or ${ano} > $)`, [value, last]);
  }
  const limited = `${counted} and ${page}`;
  const limit = page.give(query.size + 1);
  const offset = page.give(query.cursor === undefined ? (query.page - 1) * query.size : 0);
  const total =
    query.isCounted === false
      ? 'null::int'
      : `(select count(*)::int from (select from ${from} where ${counted} limit ${page.give(countedTo(query))}) few)`;
  const { rows } = await db.query<ListedRow & { sortKey: string; isListed: boolean | null; total: number | null }>({
    name: nameFor(query, scope, `${column} ${direction}`),
    text: `select listed.*, counted.total from (select ${total} as total) counted left join lateral (
       select ${listedColumns}, (${column})::text as "sortKey", true as "isListed" from ${from} where ${limited}
       order by ${column} ${direction}, ${ano} limit ${limit} offset ${offset}) listed on true`,
    values: page.values,
  });
  const found = rows.filter(({ isListed }) => isListed);
  const list = found.slice(0, query.size);
  const last = found.length > query.size ? list.at(-1) : undefined;
  return {
    rows: list,
    total: rows[0]?.total ?? list.length,
    nextCursor: last ? cursorOf([last.sortKey, last.ano]) : null,
  };
}

/** Rows are read in pages, so that no statement holds a whole list. */
export const rowsAtOnce = 1_000;

/** Lists all rows of a filter, a page at a time. */
export async function* listPages(
  db: Client,
  scope: EvidenceScope,
  query: Omit<ListQuery, 'page' | 'size' | 'cursor' | 'isCounted'>,
): AsyncGenerator<ListedRow[]> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { ...query, page: 1, size: rowsAtOnce, isCounted: false, cursor };
    const page: Awaited<ReturnType<typeof listAttestations>> = await listAttestations(db, scope, asked);
    yield page.rows;
    cursor = page.nextCursor;
  }
}

/** Counts the rows of a filter, up to `most`. */
export async function countListed(db: Client, scope: EvidenceScope, filter: ListFilter, most: number): Promise<number> {
  const { from, where } = await sourceOf(db, scope, filter);
  const sql = `select count(*)::int as count from (select from ${from} where ${where} limit ${where.give(most)}) few`;
  const { rows } = await db.query<{ count: number }>(sql, where.values);
  return rows[0]?.count ?? 0;
}

/**
 * Names the statement of frequent lists, so each connection plans it once: an account's newest attestations, and each
 * tab.
 */
function nameFor(query: ListQuery, { loginId }: EvidenceScope, by: string): string | undefined {
  const { search, kinds, states, labels, anos, submissionId, from, to, group, cursor, isCounted = true } = query;
  const { isRemoved } = query;
  if (search || [kinds, states, labels, anos, submissionId, from, to].some((one) => one !== undefined))
    return undefined;
  return [
    'attestations',
    by,
    loginId && 'own',
    group && 'tab',
    cursor && 'after',
    isCounted && 'counted',
    isRemoved === false && 'kept',
  ]
    .filter(Boolean)
    .join(' ');
}

const Cursor = z.tuple([z.string().max(300), z.string().max(60)]);

const cursorOf = (at: z.infer<typeof Cursor>): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** A time as PostgreSQL writes it: `2026-11-20 06:03:22.123456+00`. */
const timePattern = /^([1-9]\d{3}-\d\d-\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/;

/** Whether PostgreSQL can read it: also the day is one of its month. */
function isTime(text: string): boolean {
  const day = timePattern.exec(text)?.[1];
  const start = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(`${day}T`);
}

/** Whether PostgreSQL can parse the time, including that the month has this day. */
function parseCursor(cursor: string, sort: (typeof sortings)[number]): z.infer<typeof Cursor> {
  try {
    const at = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if ((sort !== 'name' && !isTime(at[0])) || at.some((text) => text.includes('\0')))
      throw new Error('No place in the list.');
    return at;
  } catch {
    throw new Refusal('INPUT_INVALID', { fields: [{ field: 'cursor', message: '' }] });
  }
}

/** Each group is counted up to this number. */
export const countedPerGroup = 1_000;

/**
 * Counts the attestations of a filter in each group, up to `countedPerGroup`; a search counts only its newest 2,000.
 */
export async function countGroups(db: Client, scope: EvidenceScope, filter: ListFilter): Promise<GroupCounts> {
  const { from, where } = await sourceOf(db, scope, filter);
  const limit = where.give(countedPerGroup);
  const sql =
    from === 'attestation'
      ? StateGroups.options
          .map(
            (group) => `select '${group}' as "group", count(*)::int as count from (select from attestation
             where ${where} and state_group = '${group}' limit ${limit}) few`,
          )
          .join(' union all ')
      : `select state_group as "group", least(count(*), ${limit})::int as count from (
           select state_group from ${from} where ${where} limit 2 * ${limit}) few group by state_group`;
  const { rows } = await db.query<{ group: StateGroup; count: number }>(sql, where.values);
  const counts: GroupCounts = { attention: 0, progress: 0, preserved: 0, ended: 0 };
  for (const { group, count } of rows) counts[group] = count;
  return counts;
}
