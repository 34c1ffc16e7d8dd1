import type { PaymentIssue, PayWay, ReportedPayment, ReviewOutcome } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { listPage } from '../../../database/listing.ts';

/** The provider leaves the refund to us, refuses it, or hasn't paid it within a day. `$1` is now. */
const isLeft = `coalesce(r.state = 'asked' and (r.provider_state in ('by-hand', 'refused') or r.asked_at <= $1::timestamptz - interval '1 day'), false)`;

/**
 * Notifications that don't match a payment, with repeated ones as one issue named after the first; and refunds of money
 * that arrived for an ended order, or that the provider hasn't made.
 */
const issues = `(
  select reported.*, v.staff_id is null as is_open from (
    select distinct on (e.provider, e.payment_id, e.reported) e.id, e.outcome as kind, e.provider, e.received_at as at, e.payment_id,
      e.reported, count(*) over (partition by e.provider, e.payment_id, e.reported)::int as times, null::uuid as refund_id
    from provider_event e where e.outcome in ('mismatch', 'unknown')
    order by e.provider, e.payment_id, e.reported, e.received_at, e.id
  ) reported left join payment_review v on v.issue_id = reported.id
  union all
  select r.id, case r.why when 'asked' then 'refund' else r.why end, p.provider, r.asked_at, p.id,
    jsonb_build_object('txn', p.provider_txn, 'cents', r.amount_cents), 1, r.id,
    v.staff_id is null and (${isLeft} or r.state = 'failed' and r.why <> 'asked')
  from refund r join payment p on p.id = r.payment_id left join payment_review v on v.issue_id = r.id
  where r.why <> 'asked' or v.staff_id is not null or ${isLeft}
) i`;

/** Amount that the ledger holds in suspense for a notification. */
const bookedCents = `(
  select t.cents::float8 from ledger_transfer t
  where i.refund_id is null and t.key = 'mismatch:' || i.provider || ':' || (i.reported ->> 'txn')
    and not exists (select from ledger_transfer where key = 'mismatch-over:' || i.provider || ':' || (i.reported ->> 'txn')))`;

interface IssueRow extends Record<string, unknown> {
  issueId: string;
  kind: PaymentIssue['kind'];
  provider: PayWay;
  at: Date;
  times: number;
  reported: unknown;
  isOpen: boolean;
  orderNo: string | null;
  accountId: string;
  accountName: string;
  amountCents: number;
  bookedCents: number | null;
  refundState: 'asked' | 'done' | 'failed' | null;
  providerState: PaymentIssue['providerState'];
  providerCode: string | null;
  refundCents: number;
  refundEndedAt: Date | null;
  reviewedBy: string | null;
  reviewedAt: Date;
  outcome: ReviewOutcome;
  note: string;
}

const columns = `i.id as "issueId", i.kind, i.provider, i.at, i.times, i.reported, i.is_open as "isOpen", o.no as "orderNo",
  o.account_id as "accountId", a.name as "accountName", p.amount_cents::float8 as "amountCents", ${bookedCents} as "bookedCents",
  r.state as "refundState", r.amount_cents::float8 as "refundCents", r.ended_at as "refundEndedAt", r.provider_state as "providerState",
  r.provider_code as "providerCode",
  s.name as "reviewedBy", v.at as "reviewedAt", v.outcome, v.note`;
const joins = `left join payment p on p.id = i.payment_id left join order_ o on o.id = p.order_id
  left join account a on a.id = o.account_id left join refund r on r.id = i.refund_id
  left join payment_review v on v.issue_id = i.id left join staff s on s.id = v.staff_id`;

export async function findIssues(
  db: Client,
  { isOpen, page, size, now }: { isOpen: boolean; page: number; size: number; now: Date },
): Promise<{ list: PaymentIssue[]; total: number }> {
  const listing = { columns, from: issues, where: 'i.is_open = $2', joins, by: 'i.at desc, i.id desc' };
  const { rows, total } = await listPage<IssueRow>(db, { ...listing, values: [now, isOpen] }, { page, size });
  return { list: rows.map(issueOf), total };
}

export async function findIssue(db: Client, issueId: string, now: Date): Promise<PaymentIssue | undefined> {
  const { rows } = await db.query<IssueRow>(`select ${columns} from ${issues} ${joins} where i.id = $2`, [
    now,
    issueId,
  ]);
  return rows.map(issueOf)[0];
}

const issueOf = (row: IssueRow): PaymentIssue => ({
  issueId: row.issueId,
  kind: row.kind,
  provider: row.provider,
  at: row.at.toISOString(),
  times: row.times,
  reported: readNotification(row.reported),
  asked: row.orderNo === null ? null : { orderNo: row.orderNo, ...accountOf(row), amountCents: row.amountCents },
  refund: row.refundState && {
    refundId: row.issueId,
    amountCents: row.refundCents,
    state: row.refundState,
    askedAt: row.at.toISOString(),
    endedAt: row.refundEndedAt?.toISOString() ?? null,
  },
  providerState: row.refundState === 'asked' ? row.providerState : null,
  providerCode: row.providerCode,
  bookedCents: row.bookedCents,
  review: row.reviewedBy === null ? null : reviewOf(row),
  isOpen: row.isOpen,
  outcomes: row.isOpen ? outcomesOf(row) : [],
});

const reviewOf = ({ reviewedBy, reviewedAt, outcome, note }: IssueRow) => ({
  by: reviewedBy ?? '',
  at: reviewedAt.toISOString(),
  outcome,
  note,
});

/** A refund that the provider is still processing can't be kept here. */
function outcomesOf({ refundState, providerState, bookedCents }: IssueRow): ReviewOutcome[] {
  if (refundState)
    return refundState === 'asked' && providerState === 'pending' ? ['paid-back'] : ['paid-back', 'kept'];
  return bookedCents === null ? ['noted'] : ['paid-back', 'kept', 'none-came'];
}

const accountOf = ({ accountId, accountName }: IssueRow) => ({ accountId, accountName });

/** Parses a recorded notification defensively: the provider signed it, but we don't control its shape. */
export function readNotification(reported: unknown): ReportedPayment {
  const said = (reported ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    cents: Number.isSafeInteger(said.cents) ? (said.cents as number) : null,
    currency: text(said.currency),
    txn: text(said.txn),
    merchant: text(said.merchant),
  };
}

export async function countOpenIssues(db: Client, now: Date): Promise<{ open: number; oldestAt: string | null }> {
  const { rows } = await db.query<{ open: number; oldest: Date | null }>(
    `select count(*)::int as open, min(i.at) as oldest from ${issues} where i.is_open`,
    [now],
  );
  return { open: rows[0]?.open ?? 0, oldestAt: rows[0]?.oldest?.toISOString() ?? null };
}

/** @returns false if another operator was first */
export async function insertReview(
  db: Client,
  o: { issueId: string; staffId: string; outcome: ReviewOutcome; note: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payment_review (issue_id, staff_id, outcome, note, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [o.issueId, o.staffId, o.outcome, o.note, o.now],
  );
  return rowCount === 1;
}
