import { DatabaseError } from 'pg';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';

export interface RefundRow {
  id: string;
  /** Of the refund under whose number it is asked for. */
  numberId: string;
  paymentId: string;
  orderId: string;
  amountCents: number;
  /** Of it, what the balance gave; what came for nothing stands in neither. */
  fromBalanceCents: number;
  why: NewRefund['why'];
  state: 'asked' | 'done' | 'failed';
  /** What the provider said last; null where it has said nothing yet. */
  standing: 'pending' | 'by-hand' | 'refused' | null;
  triedAt: Date | null;
}

interface NewRefund {
  paymentId: string;
  cents: number;
  fromBalanceCents: number;
  why: 'asked' | 'late' | 'double';
  reason: string;
  staffId: string | null;
  /** Whether one of the same amount that failed is asked for again under its number. */
  keepsNumber: boolean;
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
       r.amount_cents::float8 as "amountCents", r.from_balance_cents::float8 as "fromBalanceCents", r.why, r.state, r.standing,
       r.tried_at as "triedAt" from refund r join payment p on p.id = r.payment_id where r.id = $1`,
    [id],
  );
  return rows[0];
}

/** Whoever decides holds it: nobody begins to ask the provider meanwhile. */
export async function lockRefund(db: Client, id: string): Promise<RefundRow | undefined> {
  await db.query('select from refund where id = $1 for update', [id]);
  return findRefund(db, id);
}

/** One that failed is under way again: somebody has paid it out by hand. */
export async function reopenRefund(db: Client, { id, paymentId, amountCents }: RefundRow): Promise<void> {
  await db.query(`update refund set state = 'asked', ended_at = null where id = $1`, [id]);
  await db.query('update payment set refunded_cents = refunded_cents + $2 where id = $1', [paymentId, amountCents]);
}

/** Before the provider is asked; false where it has ended meanwhile, and nobody is to be asked. */
export async function markTried(db: Client, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refund set tried_at = $2, tries = tries + 1 where id = $1 and state = 'asked'`,
    [id, now],
  );
  return rowCount === 1;
}

/** What the provider said, as long as it is under way. */
export async function recordProviderAnswer(
  db: Client,
  id: string,
  { state, said }: { state: RefundRow['standing']; said: string | null },
): Promise<void> {
  await db.query(`update refund set standing = $2, said = $3 where id = $1 and state = 'asked'`, [id, state, said]);
}

/** Those under way, after one, five, fifteen and sixty minutes, and then every hour: a provider may take days. */
export async function refundsToTry(db: Client, providers: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select r.id from refund r join payment p on p.id = r.payment_id where r.state = 'asked' and p.provider = any($2)
     and coalesce(r.tried_at, r.asked_at) + (array[1, 4, 10, 45, 60])[least(r.tries, 4) + 1] * interval '1 minute' <= $1
     order by coalesce(r.tried_at, r.asked_at) limit 200`,
    [now, providers],
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
