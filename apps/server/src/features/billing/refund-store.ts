import { DatabaseError } from 'pg';
import type { Client } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';

export interface RefundRow {
  id: string;
  paymentId: string;
  orderId: string;
  amountCents: number;
  reason: string;
  state: 'asked' | 'done' | 'failed';
}

export interface NewRefund {
  paymentId: string;
  cents: number;
  why: 'asked' | 'late' | 'double';
  reason: string;
  staffId: string | null;
  now: Date;
}

/** @throws Refusal REFUND_TOO_MUCH where it is more than was paid and not given back yet */
export async function insertRefund(db: Client, o: NewRefund): Promise<string> {
  try {
    await db.query('update payment set refunded_cents = refunded_cents + $2 where id = $1', [o.paymentId, o.cents]);
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'payment_refund') throw new Refusal('REFUND_TOO_MUCH');
    throw error;
  }
  const { rows } = await db.query<{ id: string }>(
    `insert into refund (payment_id, amount_cents, why, reason, staff_id, asked_at) values ($1, $2, $3, $4, $5, $6)
     returning id`,
    [o.paymentId, o.cents, o.why, o.reason, o.staffId, o.now],
  );
  return rows[0]?.id ?? '';
}

export async function findRefund(db: Client, id: string): Promise<RefundRow | undefined> {
  const { rows } = await db.query<RefundRow>(
    `select r.id, r.payment_id as "paymentId", p.order_id as "orderId", r.amount_cents::float8 as "amountCents", r.reason,
       r.state from refund r join payment p on p.id = r.payment_id where r.id = $1`,
    [id],
  );
  return rows[0];
}

export async function markTried(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update refund set tried_at = $2 where id = $1', [id, now]);
}

/** Those that the queue has given up to ask for: a provider may take days. */
export async function refundsToTry(db: Client, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from refund where state = 'asked' and coalesce(tried_at, asked_at) <= $1::timestamptz - interval '1 hour'
     order by asked_at limit 200`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** False where it had ended before. What failed may be asked for again. */
export async function endRefund(db: Client, refund: RefundRow, state: 'done' | 'failed', now: Date): Promise<boolean> {
  const { rowCount } = await db.query(`update refund set state = $2, ended_at = $3 where id = $1 and state = 'asked'`, [
    refund.id,
    state,
    now,
  ]);
  if (rowCount === 1 && state === 'failed')
    await db.query('update payment set refunded_cents = refunded_cents - $2 where id = $1', [
      refund.paymentId,
      refund.amountCents,
    ]);
  return rowCount === 1;
}

export async function refundsOf(db: Client, orderId: string) {
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

/** A package that was paid back whole is used no more; what of it is held stays held. */
export async function endPackage(db: Client, orderId: string, now: Date): Promise<void> {
  await db.query('update package set expires_at = least(expires_at, $2) where subject = $1', [orderId, now]);
}

/** Where it could not be paid back after all. */
export async function reopenPackage(db: Client, orderId: string): Promise<void> {
  await db.query(
    `update package set expires_at = bought_at + make_interval(days => p.valid_days)
     from purchase o join package_product p on p.version = o.price_version and p.code = o.lines -> 0 ->> 'code'
     where o.id::text = $1 and package.subject = $1`,
    [orderId],
  );
}
