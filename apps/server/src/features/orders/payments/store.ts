import type { PayStep, PayWay } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Outside } from '../../../providers/payment/payment.ts';

export interface PaymentRow {
  id: string;
  orderId: string;
  accountId: string;
  provider: PayWay;
  amountCents: number;
  state: 'open' | 'paid' | 'stray' | 'closed';
  step: PayStep | null;
  providerRef: string | null;
  providerTxn: string | null;
  refundedCents: number;
  createdAt: Date;
  askedAt: Date | null;
}

const select = `select p.id, p.order_id as "orderId", o.account_id as "accountId", p.provider,
  p.amount_cents::float8 as "amountCents", p.state, p.step, p.provider_ref as "providerRef", p.provider_txn as "providerTxn",
  p.refunded_cents::float8 as "refundedCents", p.created_at as "createdAt", p.asked_at as "askedAt"
  from payment p join purchase o on o.id = p.order_id`;

export async function findPayment(db: Client, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>(`${select} where p.id = $1`, [id]);
  return rows[0];
}

/** The payment of an order with a provider that is under way: there is one at a time. */
export async function upsertOpenPayment(
  db: Client,
  o: { orderId: string; provider: Outside; cents: number; now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into payment (order_id, provider, amount_cents, created_at) values ($1, $2, $3, $4)
     on conflict (order_id, provider) where state = 'open' do update set state = 'open' returning id`,
    [o.orderId, o.provider, o.cents, o.now],
  );
  return rows[0]?.id ?? '';
}

/** What came first stays. */
export async function recordStep(
  db: Client,
  id: string,
  { step, ref }: { step: PayStep; ref: string | null },
): Promise<void> {
  await db.query('update payment set step = $2, provider_ref = $3 where id = $1 and step is null', [
    id,
    JSON.stringify(step),
    ref,
  ]);
}

export async function findPayments(db: Client, orderId: string): Promise<PaymentRow[]> {
  const { rows } = await db.query<PaymentRow>(`${select} where p.order_id = $1 order by p.id`, [orderId]);
  return rows;
}

export async function markPaid(
  db: Client,
  id: string,
  o: { state: 'paid' | 'stray'; txn: string; now: Date },
): Promise<void> {
  await db.query('update payment set state = $2, provider_txn = $3, paid_at = $4 where id = $1', [
    id,
    o.state,
    o.txn,
    o.now,
  ]);
}

export async function markClosed(db: Client, id: string): Promise<void> {
  await db.query(`update payment set state = 'closed' where id = $1 and state = 'open'`, [id]);
}

/** A payment that no provider has opened: nobody can pay it. */
export async function dropUnopened(db: Client, id: string): Promise<void> {
  await db.query(`update payment set state = 'closed' where id = $1 and state = 'open' and step is null`, [id]);
}

export async function markAsked(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update payment set asked_at = $2, times_asked = times_asked + 1 where id = $1', [id, now]);
}

/** Open ones that a provider is to be asked about: after one, five, fifteen and sixty minutes, and then every hour. */
export async function paymentsToAsk(db: Client, providers: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payment where state = 'open' and step is not null and provider = any($2)
     and coalesce(asked_at, created_at) + (array[1, 4, 10, 45, 60])[least(times_asked, 4) + 1] * interval '1 minute' <= $1
     order by coalesce(asked_at, created_at) limit 200`,
    [now, providers],
  );
  return rows.map(({ id }) => id);
}

/** Closed ones that may have been paid all the same: five minutes, an hour and a day after the end of their order. */
export async function paymentsToAskLate(db: Client, providers: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from payment p join purchase o on o.id = p.order_id
     where p.state = 'closed' and p.step is not null and p.asked_late < 3 and p.provider = any($2)
       and o.expires_at + (array[5, 60, 1440])[p.asked_late + 1] * interval '1 minute' <= $1
       and coalesce(p.asked_at, p.created_at) <= $1::timestamptz - interval '4 minutes'
     order by p.asked_at nulls first limit 200`,
    [now, providers],
  );
  return rows.map(({ id }) => id);
}

/** After an answer alone: what could not be asked is asked again. */
export async function markAskedLate(db: Client, id: string): Promise<void> {
  await db.query('update payment set asked_late = asked_late + 1 where id = $1', [id]);
}

/** Open ones of orders that are not to be paid any more. */
export async function paymentsToClose(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from payment p join purchase o on o.id = p.order_id where p.state = 'open' and o.state <> 'pending'
     order by p.asked_at nulls first, p.created_at limit 200`,
  );
  return rows.map(({ id }) => id);
}
