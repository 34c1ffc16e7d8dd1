import type { AttestationCost, AttestationKind, AttestationState, sortings } from '@proofkeep/contract';
import { accountOffsetMinutes } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Conditions } from '../../../database/conditions.ts';
import { listPage } from '../../../database/listing.ts';
import type { EvidenceScope } from '../../../http/policy.ts';
import { type AttestationRow, attestationColumns, inScope } from '../store.ts';

/** A row with what it costs, as users of the account see it. */
export interface ListedRow extends AttestationRow {
  cost: AttestationCost | null;
  /** Order for this attestation alone or for its submission; null if packages or the balance paid. */
  orderNo: string | null;
}

const columns = `${attestationColumns},
  (select json_build_object('state', c.state, 'amountCents', c.balance_cents, 'packageUnits', c.package_units)
   from charge c where c.subject = ano order by c.id desc limit 1) as cost,
  (select no from order_ where id = order_id) as "orderNo"`;

/** Attestations within a scope, in the order of their numbers in `anos`. */
export async function findListed(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  anos: readonly string[],
): Promise<ListedRow[]> {
  const { rows } = await db.query({
    name: 'listed-attestations',
    text: `select ${columns} from attestation where ${inScope(1, 2)} and ano = any($3) order by array_position($3, ano)`,
    values: [accountId, loginId, anos],
  });
  return rows as unknown as ListedRow[];
}

export interface ListQuery {
  search?: string;
  kinds?: readonly AttestationKind[];
  states?: readonly AttestationState[] | undefined;
  labels?: readonly string[] | undefined;
  anos?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: (typeof sortings)[number];
  order?: 'descend' | 'ascend';
  page: number;
  size: number;
}

const sortColumns = { createdAt: 'created_at', changedAt: 'changed_at', name: 'name' } as const;

export async function listAttestations(
  db: Client,
  scope: EvidenceScope,
  query: ListQuery,
): Promise<{ rows: ListedRow[]; total: number }> {
  const conditions = conditionsFor(scope, query);
  const { values } = conditions;
  const direction = query.order === 'ascend' ? 'asc' : 'desc';
  const by = `${sortColumns[query.sort ?? 'createdAt']} ${direction}, ano`;
  // Use a prepared statement only for the unfiltered list: few variants, most of the traffic.
  const own = scope.loginId === null ? '' : 'own ';
  const name = values.length === (own ? 2 : 1) ? `${own}attestations by ${by}` : undefined;
  return listPage<ListedRow>(db, { columns, from: 'attestation', where: `${conditions}`, by, values, name }, query);
}

function conditionsFor({ accountId, loginId }: EvidenceScope, query: ListQuery): Conditions {
  const conditions = new Conditions()
    .add('account_id = $', accountId)
    .add('login_id = $', loginId ?? undefined)
    .add('kind = any($)', query.kinds)
    .add('state = any($)', query.states)
    .add('labels @> $', query.labels)
    .add('ano = any($)', query.anos)
    .add('created_at >= $', query.from)
    .add('created_at < $', query.to);
  for (const word of (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean))
    conditions.add('searched like $', `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return conditions;
}

export async function countLabels(
  db: Client,
  { accountId, loginId }: EvidenceScope,
): Promise<{ label: string; count: number }[]> {
  const { rows } = await db.query<{ label: string; count: number }>(
    `select label, count(*)::int as count from attestation, unnest(labels) as label
     where ${inScope(1, 2)} group by label order by count desc, label limit 500`,
    [accountId, loginId],
  );
  return rows;
}

export interface DayCount {
  /** Local day of submission; null before the days that were asked for. */
  day: string | null;
  state: AttestationState;
  count: number;
}

/** Counts all attestations within a scope by state, and by local day since a time: one scan of an index. */
export async function countByDay(db: Client, { accountId, loginId }: EvidenceScope, since: Date): Promise<DayCount[]> {
  const { rows } = await db.query<DayCount>(
    `select day::text, state, count from (
       select case when created_at >= $3
           then (created_at at time zone interval '${accountOffsetMinutes} minutes')::date end as day,
         state, count(*)::int as count
       from attestation where ${inScope(1, 2)} group by 1, 2) as counted`,
    [accountId, loginId, since],
  );
  return rows;
}

export interface HomeEntry {
  part: 'previews' | 'failures' | 'recent';
  ano: string;
  /** How many the part has in all; not counted for `recent`. */
  total: number;
}

/** The attestations on a user's home page, in no order. */
export async function findHomeEntries(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  o: { failedSince: Date; size: number },
): Promise<HomeEntry[]> {
  const { rows } = await db.query<HomeEntry>(
    `(select 'previews' as part, ano, (count(*) over ())::int as total from attestation
      where ${inScope(1, 2)} and state = 'preview' order by changed_at, ano limit $4)
     union all
     (select 'failures', ano, (count(*) over ())::int from attestation
      where ${inScope(1, 2)} and state = 'failed' and changed_at >= $3 order by changed_at desc, ano limit $4)
     union all
     (select 'recent', ano, 0 from attestation where ${inScope(1, 2)} order by created_at desc, ano limit $4)`,
    [accountId, loginId, o.failedSince, o.size],
  );
  return rows;
}
