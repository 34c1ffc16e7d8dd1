import type { RefundState } from '@proofkeep/contract';
import { DatabaseError } from 'pg';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { addRefunded } from '../payments/store.ts';

export interface RefundRow {
  id: string;
  /** Id of the refund from which the number given to the provider is derived. */
  numberId: string;
  paymentId: string;
  orderId: string;
  amountCents: number;
  /** The part taken from the balance; the rest was revenue. 0 for money that belonged to no order. */
  fromBalanceCents: number;
  why: NewRefund['why'];
  state: RefundState;
  /** The provider's last answer; null before the first. */
  providerState: 'pending' | 'by-hand' | 'refused' | null;
  triedAt: Date | null;
}

interface NewRefund {
  paymentId: string;
  cents: number;
  fromBalanceCents: number;
  why: 'asked' | 'late' | 'double';
  reason: string;
  staffId: string | null;
  /** Whether the provider requires retrying a failed refund of the same amount under its old number. */
  keepsNumber: boolean;
  now: Date;
}

/** @throws Refusal REFUND_TOO_MUCH if it exceeds the paid amount that isn't refunded yet */
export async function insertRefund(db: Client, o: NewRefund): Promise<string> {
  try {
    await addRefunded(db, o.paymentId, o.cents);
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'payment_refund') throw new Refusal('REFUND_TOO_MUCH');
    throw error;
  }
  const { rows } = await db.query<{ id: string }>(
    `insert into refund (payment_id, amount_cents, why, reason, staff_id, asked_at, from_balance_cents, number_id)
     values ($1, $2, $3, $4, $5, $6, $8, (
       select coalesce(number_id, id) from refund
       where $7 and payment_id = $1 and amount_cents = $2 and state = 'failed' order by id desc limit 1))
     returning id`,
    [o.paymentId, o.cents, o.why, o.reason, o.staffId, o.now, o.keepsNumber, o.fromBalanceCents],
  );
  return rows[0]?.id ?? '';
}

export async function findRefund(db: Client, id: string): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(
    `select r.id, coalesce(r.number_id, r.id) as "numberId", r.payment_id as "paymentId", p.order_id as "orderId",
       r.amount_cents::float8 as "amountCents", r.from_balance_cents::float8 as "fromBalanceCents", r.why, r.state,
       r.provider_state as "providerState",
       r.tried_at as "triedAt" from refund r join payment p on p.id = r.payment_id where r.id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks a refund, so that no other process asks the provider meanwhile. */
export async function lockRefund(db: Client, id: string): Promise<RefundRow | undefined> {
  await db.query('select from refund where id = $1 for update', [id]);
  return findRefund(db, id);
}

/** Called before the provider is asked. @returns false if the refund has ended and must not be requested */
export async function markTried(db: Client, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refund set tried_at = $2, tries = tries + 1 where id = $1 and state = 'asked'`,
    [id, now],
  );
  return rowCount === 1;
}

/** Records the provider's answer while the refund is open. */
export async function recordProviderAnswer(
  db: Client,
  id: string,
  { state, code }: { state: RefundRow['providerState']; code: string | null },
): Promise<void> {
  await db.query(`update refund set provider_state = $2, provider_code = $3 where id = $1 and state = 'asked'`, [
    id,
    state,
    code,
  ]);
}

/** Open refunds due for another attempt: after 1, 5, 15 and 60 minutes, then every hour. A provider may take days. */
export async function refundsToTry(db: Client, providers: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select r.id from refund r join payment p on p.id = r.payment_id where r.state = 'asked' and p.provider = any($2)
     and coalesce(r.tried_at, r.asked_at) + (array[1, 4, 10, 45, 60])[least(r.tries, 4) + 1] * interval '1 minute' <= $1
     order by coalesce(r.tried_at, r.asked_at) limit 200`,
    [now, providers],
  );
  return rows.map(({ id }) => id);
}

/** Refunded amounts of an order's payment by source; failed refunds don't count. */
export async function sumRefundsOfOrder(
  db: Client,
  orderId: string,
): Promise<{ balanceCents: number; revenueCents: number }> {
  const { rows } = await db.query<{ balanceCents: number; revenueCents: number }>(
    `select coalesce(sum(r.from_balance_cents), 0)::float8 as "balanceCents",
       coalesce(sum(r.amount_cents - r.from_balance_cents), 0)::float8 as "revenueCents"
     from refund r join payment p on p.id = r.payment_id
     where p.order_id = $1 and p.state = 'paid' and r.state <> 'failed'`,
    [orderId],
  );
  return rows[0] ?? { balanceCents: 0, revenueCents: 0 };
}

export async function findRefunds(db: Client, orderId: string) {
  const { rows } = await db.query<{
    refundId: string;
    amountCents: number;
    state: RefundRow['state'];
    askedAt: Date;
    endedAt: Date | null;
  }>(
    `select r.id as "refundId", r.amount_cents::float8 as "amountCents", r.state, r.asked_at as "askedAt",
       r.ended_at as "endedAt" from refund r join payment p on p.id = r.payment_id where p.order_id = $1 order by r.id`,
    [orderId],
  );
  return rows.map((row) => ({
    ...row,
    askedAt: row.askedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}
