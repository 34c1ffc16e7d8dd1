import {
  type AttestationKind,
  type AttestationState,
  type Submission,
  submissionStateOf,
  workingStates,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { EvidenceScope } from '../../../http/policy.ts';
import { inScope, isRetryable } from '../store.ts';

/** The newest attestation of each URL within a scope that wasn't abandoned. */
export async function findEarlier(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  urls: readonly string[],
): Promise<Map<string, { ano: string; createdAt: string }>> {
  const { rows } = await db.query<{ url: string; ano: string; createdAt: Date }>(
    `select u.url, a.ano, a.created_at as "createdAt" from unnest($3::text[]) as u (url) cross join lateral (
       select ano, created_at from attestation
       where url = u.url and url <> '' and ${inScope(1, 2)} and state not in ('failed', 'cancelled')
       order by created_at desc limit 1) a`,
    [accountId, loginId, urls],
  );
  return new Map(rows.map(({ url, ano, createdAt }) => [url, { ano, createdAt: createdAt.toISOString() }]));
}

interface SubmissionRow {
  id: string;
  name: string;
  size: number;
  createdAt: Date;
  changedAt: Date;
  states: Partial<Record<AttestationState, number>>;
  warnings: number;
  retryable: number;
  amountCents: number;
  packageUnits: number;
  orderNo: string | null;
}

/** @returns undefined if the scope has no such submission */
export async function findSubmission(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  id: string,
): Promise<Submission | undefined> {
  const { rows } = await db.query<SubmissionRow & object>(
    `select s.id, s.name, s.size, s.created_at as "createdAt", coalesce(m.changed_at, s.created_at) as "changedAt",
       coalesce(m.states, '{}') as states, coalesce(m.warnings, 0)::int as warnings,
       coalesce(m.retryable, 0)::int as retryable,
       coalesce(c.cents, 0)::float8 as "amountCents", coalesce(c.units, 0)::int as "packageUnits", o.no as "orderNo"
     from submission s left join order_ o on o.id = s.order_id
     left join lateral (
       select json_object_agg(state, count) as states, sum(warnings) as warnings, sum(retryable) as retryable,
         max(changed_at) as changed_at from (
         select state, count(*)::int as count, count(*) filter (where warning is not null and state = 'preview') as warnings,
           count(*) filter (where ${isRetryable}) as retryable, max(changed_at) as changed_at
         from attestation where submission_id = s.id group by state) as counted) m on true
     left join lateral (
       select sum(c.balance_cents) as cents, sum(c.package_units) as units
       from attestation a join charge c on c.subject = a.ano and c.state <> 'released' where a.submission_id = s.id) c on true
     where s.account_id = $1 and ($2::uuid is null or s.login_id = $2) and s.id = $3`,
    [accountId, loginId, id],
  );
  const [row] = rows;
  return (
    row && {
      ...row,
      state: submissionStateOf(row.states),
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
    }
  );
}

export interface ExistingSubmission {
  accountId: string;
  loginId: string;
  count: number;
  orderNo: string | null;
}

/** A submission by its id, in any account. */
export async function findExistingSubmission(db: Client, id: string): Promise<ExistingSubmission | undefined> {
  const { rows } = await db.query<ExistingSubmission & object>(
    `select s.account_id as "accountId", s.login_id as "loginId", s.size as count, o.no as "orderNo"
     from submission s left join order_ o on o.id = s.order_id where s.id = $1`,
    [id],
  );
  return rows[0];
}

/** Failed attestations of a submission within a scope, in order, and their total number. */
export async function lockFailed(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  id: string,
  most: number,
): Promise<{ anos: string[]; total: number }> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation where ${inScope(1, 2)} and submission_id = $3 and state = 'failed' order by ano for update`,
    [accountId, loginId, id],
  );
  return { anos: rows.slice(0, most).map(({ ano }) => ano), total: rows.length };
}

interface FailedRow {
  ano: string;
  kind: AttestationKind;
  /** Units that a retry holds. */
  quantity: number;
}

/** Failed attestations that can be retried, of those listed or of a submission. */
export async function findRetriable(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { anos, batchId }: { anos: readonly string[]; batchId: string | null },
): Promise<FailedRow[]> {
  const { rows } = await db.query<FailedRow & object>(
    `select ano, kind, coalesce(minutes, file_count, 1 + coalesce((job ->> 'linkedPages')::int, 0)
       + (select count(*)::int from second_record s where s.ano = attestation.ano)) as quantity
     from attestation
     where ${inScope(1, 2)} and ${isRetryable} and (ano = any($3) or submission_id = $4) order by ano`,
    [accountId, loginId, anos, batchId],
  );
  return rows;
}

/** Finished submissions of several attestations whose user hasn't been notified yet. */
export async function findUnsummarised(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from submission s where summarised_at is null and size > 1
       and not exists (select from attestation where submission_id = s.id and state = any($1))
     order by created_at limit 1000`,
    [workingStates],
  );
  return rows.map(({ id }) => id);
}

/** Whether an attestation was submitted together with others, so that one message covers all of them. */
export async function isOneOfMany(db: Client, submissionId: string): Promise<boolean> {
  const { rows } = await db.query('select from submission where id = $1 and size > 1', [submissionId]);
  return rows.length > 0;
}
