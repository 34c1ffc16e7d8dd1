import { DatabaseError } from 'pg';
import type { Client } from '../../database/client.ts';
import type { Opening } from './payment.ts';

export interface Trade {
  paymentNo: string;
  subject: string;
  amountCents: number;
  state: 'open' | 'paid' | 'closed';
  notifyUrl: string;
  returnUrl: string;
  expiresAt: Date;
  dueAt: Date | null;
  /** The last attempt failed. */
  isDeclined: boolean;
}

const columns = `payment_no as "paymentNo", subject, amount_cents::int as "amountCents", state, notify_url as "notifyUrl",
  return_url as "returnUrl", expires_at as "expiresAt", due_at as "dueAt", is_declined as "isDeclined"`;

export async function insertTrade(db: Client, o: Opening, secret: string): Promise<{ secret: string }> {
  const { rows } = await db.query<{ secret: string }>(
    `insert into sandbox_trade (payment_no, secret, subject, amount_cents, notify_url, return_url, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (payment_no) do update set secret = sandbox_trade.secret returning secret`,
    [o.paymentNo, secret, o.subject, o.cents, o.notifyUrl, o.returnUrl, o.expiresAt],
  );
  return rows[0] as { secret: string };
}

export async function findTrade(db: Client, paymentNo: string): Promise<Trade | undefined> {
  const { rows } = await db.query<Trade>(`select ${columns} from sandbox_trade where payment_no = $1`, [paymentNo]);
  return rows[0];
}

export async function findBySecret(db: Client, secret: string): Promise<Trade | undefined> {
  const { rows } = await db.query<Trade>(`select ${columns} from sandbox_trade where secret = $1`, [secret]);
  return rows[0];
}

/** @returns false if it was already paid or closed */
export async function payTrade(db: Client, paymentNo: string, o: { now: Date; dueAt: Date | null }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sandbox_trade set state = 'paid', due_at = $3 where payment_no = $1 and state = 'open' and expires_at > $2`,
    [paymentNo, o.now, o.dueAt],
  );
  return rowCount === 1;
}

/** Another attempt replaces the outcome of the last one. */
export async function markAttempt(db: Client, paymentNo: string, o: { isDeclined: boolean }): Promise<void> {
  await db.query(`update sandbox_trade set is_declined = $2 where payment_no = $1 and state = 'open'`, [
    paymentNo,
    o.isDeclined,
  ]);
}

/** Closes an open trade; a paid one stays paid. */
export async function closeTrade(db: Client, paymentNo: string): Promise<void> {
  await db.query(`update sandbox_trade set state = 'closed' where payment_no = $1 and state = 'open'`, [paymentNo]);
}

/** Refunds once per refund id. @returns false if the amount exceeds what was paid and not refunded yet */
export async function refundTrade(
  db: Client,
  o: { paymentNo: string; refundNo: string; cents: number },
): Promise<boolean> {
  try {
    await db.query(
      `with made as (
         insert into sandbox_refund (refund_no, payment_no, amount_cents) values ($2, $1, $3) on conflict do nothing
         returning payment_no, amount_cents
       ) update sandbox_trade t set refunded_cents = refunded_cents + made.amount_cents from made
         where t.payment_no = made.payment_no`,
      [o.paymentNo, o.refundNo, o.cents],
    );
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'sandbox_room') return false;
    throw error;
  }
}
