import type { PaymentIssue, PayWay, Told } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';

/**
 * Of notifications that are not what was asked for, the same told again is the same issue, named after the first. Of money that
 * came for an order which was over, the refund by which it goes back. Somebody has to look at the former, and at a refund that
 * the provider did not do.
 */
const issues = `(
  select told.*, v.staff_id is null as is_open from (
    select distinct on (e.provider, e.payment_id, e.told) e.id, e.outcome as kind, e.provider, e.received_at as at, e.payment_id,
      e.told, count(*) over (partition by e.provider, e.payment_id, e.told)::int as times, null::uuid as refund_id
    from provider_event e where e.outcome in ('mismatch', 'unknown')
    order by e.provider, e.payment_id, e.told, e.received_at, e.id
  ) told left join payment_review v on v.issue_id = told.id
  union all
  select r.id, r.why, p.provider, r.asked_at, p.id, jsonb_build_object('txn', p.provider_txn, 'cents', p.amount_cents), 1, r.id,
    r.state = 'failed' and v.staff_id is null
  from refund r join payment p on p.id = r.payment_id left join payment_review v on v.issue_id = r.id where r.why <> 'asked'
) i`;

interface IssueRow extends Record<string, unknown> {
  issueId: string;
  kind: PaymentIssue['kind'];
  provider: PayWay;
  at: Date;
  times: number;
  told: unknown;
  isOpen: boolean;
  orderNo: string | null;
  accountId: string;
  accountName: string;
  amountCents: number;
  refundState: 'asked' | 'done' | 'failed' | null;
  refundCents: number;
  refundEndedAt: Date | null;
  reviewedBy: string | null;
  reviewedAt: Date;
  note: string;
}

export async function findIssues(
  db: Client,
  { isOpen, page, size }: { isOpen: boolean; page: number; size: number },
): Promise<{ list: PaymentIssue[]; total: number }> {
  const { rows } = await db.query<IssueRow>(
    `select i.id as "issueId", i.kind, i.provider, i.at, i.times, i.told, i.is_open as "isOpen", o.no as "orderNo",
       o.account_id as "accountId", a.name as "accountName", p.amount_cents::float8 as "amountCents",
       r.state as "refundState", r.amount_cents::float8 as "refundCents", r.ended_at as "refundEndedAt",
       s.name as "reviewedBy", v.at as "reviewedAt", v.note
     from ${issues} left join payment p on p.id = i.payment_id left join purchase o on o.id = p.order_id
     left join account a on a.id = o.account_id left join refund r on r.id = i.refund_id
     left join payment_review v on v.issue_id = i.id left join staff s on s.id = v.staff_id
     where i.is_open = $1 order by i.at desc, i.id desc limit $2 offset $3`,
    [isOpen, size, (page - 1) * size],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from ${issues} where i.is_open = $1 limit 10000) counted`,
    [isOpen],
  );
  return { list: rows.map(issueOf), total: counted[0]?.total ?? 0 };
}

const issueOf = (row: IssueRow): PaymentIssue => ({
  issueId: row.issueId,
  kind: row.kind,
  provider: row.provider,
  at: row.at.toISOString(),
  times: row.times,
  told: toldOf(row.told),
  asked: row.orderNo === null ? null : { orderNo: row.orderNo, ...accountOf(row), amountCents: row.amountCents },
  refund: row.refundState && {
    refundId: row.issueId,
    amountCents: row.refundCents,
    state: row.refundState,
    askedAt: row.at.toISOString(),
    endedAt: row.refundEndedAt?.toISOString() ?? null,
  },
  review: row.reviewedBy === null ? null : { by: row.reviewedBy, at: row.reviewedAt.toISOString(), note: row.note },
  isOpen: row.isOpen,
});

const accountOf = ({ accountId, accountName }: IssueRow) => ({ accountId, accountName });

/** What a provider told, as it was kept: signed by it, but of no shape that is ours to expect. */
export function toldOf(told: unknown): Told {
  const said = (told ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    cents: Number.isSafeInteger(said.cents) ? (said.cents as number) : null,
    currency: text(said.currency),
    txn: text(said.txn),
    merchant: text(said.merchant),
  };
}

export async function countOpenIssues(db: Client): Promise<{ open: number; oldestAt: string | null }> {
  const { rows } = await db.query<{ open: number; oldest: Date | null }>(
    `select count(*)::int as open, min(i.at) as oldest from ${issues} where i.is_open`,
  );
  return { open: rows[0]?.open ?? 0, oldestAt: rows[0]?.oldest?.toISOString() ?? null };
}

/** Whether it waits for somebody; undefined where there is no such issue. */
export async function issueState(db: Client, issueId: string): Promise<boolean | undefined> {
  const { rows } = await db.query<{ isOpen: boolean }>(`select i.is_open as "isOpen" from ${issues} where i.id = $1`, [
    issueId,
  ]);
  return rows[0]?.isOpen;
}

/** False where somebody else was first. */
export async function insertReview(
  db: Client,
  o: { issueId: string; staffId: string; note: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into payment_review (issue_id, staff_id, note, at) values ($1, $2, $3, $4) on conflict do nothing',
    [o.issueId, o.staffId, o.note, o.now],
  );
  return rowCount === 1;
}
