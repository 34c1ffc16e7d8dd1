import {
  type AttestationCost,
  type AttestationState,
  type AttestationSummary,
  accountOffsetMinutes,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { EvidenceScope } from '../../../http/policy.ts';
import { type AttestationRow, attestationColumns, inScope, isRetryable } from '../store.ts';

/** A row with what it costs, as users of the account see it. */
export interface ListedRow extends AttestationRow {
  cost: AttestationCost | null;
  /** Order for this attestation alone or for its submission; null if paid by packages or the balance. */
  orderNo: string | null;
  /** Null on the command line, which has no submissions. */
  batch: AttestationSummary['batch'];
  isRetryable: boolean;
  /** Null unless a second record was requested. */
  second: AttestationSummary['second'];
}

/** Columns of a `ListedRow`, of a row of `attestation`; `second_record` has a column `ano`, too. */
export const listedColumns = `${attestationColumns},
  (select json_build_object('state', c.state, 'amountCents', c.balance_cents, 'packageUnits', c.package_units)
   from charge c where c.subject = ano order by c.id desc limit 1) as cost,
  (select no from order_ where id = order_id) as "orderNo",
  (select json_build_object('id', b.id, 'size', b.size) from submission b where b.id = submission_id) as batch,
  (select json_build_object('state', s.state, 'from', s.first_place, 'place', s.place, 'why', s.why, 'startedAt', null)
   from (select ano as listed) one join second_record s on s.ano = one.listed) as second,
  ${isRetryable} as "isRetryable"`;

/** Attestations within a scope, in the order of their numbers in `anos`. */
export async function findListed(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  anos: readonly string[],
): Promise<ListedRow[]> {
  const { rows } = await db.query({
    name: 'listed-attestations',
    text: `select ${listedColumns} from attestation where ${inScope(1, 2)} and ano = any($3) order by array_position($3, ano)`,
    values: [accountId, loginId, anos],
  });
  return rows as unknown as ListedRow[];
}

export async function hasChangedSince(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  since: Date,
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from attestation where ${inScope(1, 2)} and changed_at >= $3 order by changed_at desc limit 1`,
    [accountId, loginId, since],
  );
  return rows.length > 0;
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
  /** Local day of submission; null before the requested period. */
  day: string | null;
  state: AttestationState;
  count: number;
}

/** Counts all attestations within a scope by state, and by local day since a given time, in one index scan. */
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
  /** Total of the section; not counted for `recent`. */
  total: number;
}

/** The attestations on a user's home page, unordered. */
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
