import type { PaymentState, PayStep, PayWay } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Outside } from '../../../providers/payment/payment.ts';

export interface PaymentRow {
  id: string;
  orderId: string;
  accountId: string;
  provider: PayWay;
  amountCents: number;
  state: PaymentState;
  step: PayStep | null;
  providerRef: string | null;
  providerTxn: string | null;
  refundedCents: number;
  createdAt: Date;
  askedAt: Date | null;
  /** When the provider reported that the last attempt failed. */
  declinedAt: Date | null;
}

const select = `select p.id, p.order_id as "orderId", o.account_id as "accountId", p.provider,
  p.amount_cents::float8 as "amountCents", p.state, p.step, p.provider_ref as "providerRef", p.provider_txn as "providerTxn",
  p.refunded_cents::float8 as "refundedCents", p.created_at as "createdAt", p.asked_at as "askedAt",
  p.declined_at as "declinedAt"
  from payment p join order_ o on o.id = p.order_id`;

export async function findPayment(db: Client, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow>(`${select} where p.id = $1`, [id]);
  return rows[0];
}

/** Reads a payment and locks it until the transaction ends. Lock its order first if that may change too. */
export async function lockPayment(db: Client, id: string): Promise<PaymentRow | undefined> {
  const { rows } = await db.query<PaymentRow & object>(`${select} where p.id = $1 for no key update of p`, [id]);
  return rows[0];
}

/**
 * Returns the open payment of an order with a provider and inserts it if missing: there is one at a time. @returns its
 * id
 */
export async function upsertOpenPayment(
  db: Client,
  o: { orderId: string; provider: Outside; cents: number; now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into payment (order_id, provider, amount_cents, created_at) values ($1, $2, $3, $4)
     on conflict (order_id, provider) where state = 'open' do update set declined_at = null returning id`,
    [o.orderId, o.provider, o.cents, o.now],
  );
  return rows[0]?.id ?? '';
}

/** Records a payment from the balance, which is paid immediately. @returns its id */
export async function insertBalancePayment(
  db: Client,
  o: { orderId: string; loginId: string; cents: number; now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into payment (order_id, provider, login_id, amount_cents, state, created_at, paid_at)
     values ($1, 'balance', $2, $3, 'paid', $4, $4) returning id`,
    [o.orderId, o.loginId, o.cents, o.now],
  );
  return rows[0]?.id ?? '';
}

/** Records a payment shown on the bank statement. @returns its id */
export async function insertBankPayment(
  db: Client,
  o: { orderId: string; cents: number; reference: string; now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into payment (order_id, provider, amount_cents, state, provider_txn, created_at, paid_at)
     values ($1, 'bank', $2, 'paid', $3, $4, $4) returning id`,
    [o.orderId, o.cents, o.reference, o.now],
  );
  return rows[0]?.id ?? '';
}

/** Records where the payer continues. The first answer stays. */
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

/** Whether another payment has this provider number. */
export async function isTransactionKnown(
  db: Client,
  o: { provider: string; txn: string; exceptId?: string },
): Promise<boolean> {
  const { rows } = await db.query(
    'select from payment where provider = $1 and provider_txn = $2 and id is distinct from $3',
    [o.provider, o.txn, o.exceptId ?? null],
  );
  return rows.length > 0;
}

/**
 * Adds to a payment's refunded amount; a failed refund subtracts. @throws DatabaseError with constraint
 * `payment_refund`
 */
export async function addRefunded(db: Client, id: string, cents: number): Promise<void> {
  await db.query('update payment set refunded_cents = refunded_cents + $2 where id = $1', [id, cents]);
}

export async function markAsked(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update payment set asked_at = $2, times_asked = times_asked + 1 where id = $1', [id, now]);
}

/** Open payments that are due for a query to their provider: after 1, 5, 15 and 60 minutes, then every hour. */
export async function paymentsToAsk(db: Client, providers: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payment where state = 'open' and step is not null and provider = any($2)
     and coalesce(asked_at, created_at) + (array[1, 4, 10, 45, 60])[least(times_asked, 4) + 1] * interval '1 minute' <= $1
     order by coalesce(asked_at, created_at) limit 200`,
    [now, providers],
  );
  return rows.map(({ id }) => id);
}

/** Closed payments that may still have been paid: queried 5 minutes, an hour and a day after their order expired. */
export async function paymentsToAskLate(db: Client, providers: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from payment p join order_ o on o.id = p.order_id
     where p.state = 'closed' and p.step is not null and p.asked_late < 3 and p.provider = any($2)
       and o.expires_at + (array[5, 60, 1440])[p.asked_late + 1] * interval '1 minute' <= $1
       and coalesce(p.asked_at, p.created_at) <= $1::timestamptz - interval '4 minutes'
     order by p.asked_at nulls first limit 200`,
    [now, providers],
  );
  return rows.map(({ id }) => id);
}

/** Records that the provider refused the last attempt. */
export async function markDeclined(db: Client, id: string, now: Date): Promise<void> {
  await db.query(`update payment set declined_at = $2 where id = $1 and state = 'open'`, [id, now]);
}

/** Called only after an answer, so that an unanswered query is repeated. */
export async function markAskedLate(db: Client, id: string): Promise<void> {
  await db.query('update payment set asked_late = asked_late + 1 where id = $1', [id]);
}

/** Open payments of orders that are no longer pending. */
export async function paymentsToClose(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from payment p join order_ o on o.id = p.order_id where p.state = 'open' and o.state <> 'pending'
     order by p.asked_at nulls first, p.created_at limit 200`,
  );
  return rows.map(({ id }) => id);
}
