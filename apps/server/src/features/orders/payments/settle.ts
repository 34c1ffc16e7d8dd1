import { orderedBy, payReturnPath, say } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import type { Paid, PaymentProvider } from '../../../providers/payment/payment.ts';
import { beginWaiting, lockWaiting } from '../../attestations/service.ts';
import { notify } from '../../messages/service.ts';
import { dropOwnFall, postTransfer } from '../../money/service.ts';
import { insertRefund } from '../refunds/store.ts';
import { lockOrder, moveOrder, type OrderRow } from '../store.ts';
import { bookMismatch, isMismatchOver, supersedeMismatch } from './mismatches.ts';
import { findPayment, findPayments, markClosed, markPaid, type PaymentRow } from './store.ts';

/** `known`: it had been taken note of before. `mismatch`: it is not what was asked for, and what came stands apart. `unknown`: it is for no payment of ours. */
export type Outcome = 'settled' | 'stray' | 'known' | 'mismatch' | 'unknown';

interface Settled {
  outcome: Outcome;
  paymentId: string | null;
}

/**
 * Takes note that money came, in the caller's transaction, whoever says so: a notification and an answer to a question are the
 * same fact, and the second one changes nothing. The first payment pays the order while it is pending; every other goes back.
 */
export async function settlePayment(
  db: Client,
  o: { provider: Pick<PaymentProvider, 'name' | 'merchant'>; paid: Paid; now: Date; jobs: Jobs },
): Promise<Settled> {
  const { paid, provider } = o;
  const id = idOf(paid.paymentNo);
  const found = id === null ? undefined : await findPayment(db, id);
  if (!found) return { outcome: 'unknown', paymentId: null };
  const order = await lockOrder(db, { id: found.orderId });
  const payment = await findPayment(db, found.id);
  if (!order || !payment) return { outcome: 'unknown', paymentId: null };
  if (!(await isWhatWasAsked(db, payment, o))) {
    await bookMismatch(db, { order, provider, paid });
    return { outcome: 'mismatch', paymentId: payment.id };
  }
  if (payment.state === 'paid' || payment.state === 'stray') return { outcome: 'known', paymentId: payment.id };
  const money = { provider: provider.name, txn: paid.txn };
  if (await isMismatchOver(db, money)) return { outcome: 'mismatch', paymentId: payment.id };
  await supersedeMismatch(db, order, money);
  const to = orderedBy(order.state, 'pay');
  const about = { payment, order, provider: provider.name, txn: paid.txn, now: o.now, jobs: o.jobs };
  if (to) await payFor(db, about);
  else await takeAsStray(db, about);
  return { outcome: to ? 'settled' : 'stray', paymentId: payment.id };
}

async function isWhatWasAsked(
  db: Client,
  payment: PaymentRow,
  { provider, paid }: { provider: Pick<PaymentProvider, 'name' | 'merchant'>; paid: Paid },
): Promise<boolean> {
  const isSame =
    payment.provider === provider.name &&
    paid.cents === payment.amountCents &&
    paid.currency === 'CNY' &&
    paid.merchant === provider.merchant;
  if (!isSame || paid.txn === '') return false;
  const { rows } = await db.query('select from payment where provider = $1 and provider_txn = $2 and id <> $3', [
    provider.name,
    paid.txn,
    payment.id,
  ]);
  return rows.length === 0;
}

/** What a provider answered about a payment that is not what was asked for: it is not asked again, and people have to look. */
export async function recordMismatch(
  db: Client,
  o: { provider: string; paymentId: string; paid: Paid },
): Promise<void> {
  await markClosed(db, o.paymentId);
  await db.query(
    `insert into provider_event (provider, event_id, payment_id, outcome, told) values ($1, $2, $3, 'mismatch', $4)
     on conflict do nothing`,
    [o.provider, `query ${o.paymentId}`, o.paymentId, JSON.stringify(o.paid)],
  );
}

interface Coming {
  payment: PaymentRow;
  order: OrderRow;
  provider: string;
  txn: string;
  now: Date;
  jobs: Jobs;
}

const paidAs = { recharge: 'recharge', package: 'purchase', service: 'payment' } as const;

async function payFor(db: Client, { payment, order, provider, txn, now, jobs }: Coming): Promise<void> {
  await moveOrder(db, order.id, 'paid', now);
  await markPaid(db, payment.id, { state: 'paid', txn, now });
  // Before any money: whoever holds the account's money never waits for an attestation.
  const waiting = order.kind === 'service' ? await lockWaiting(db, order.id) : [];
  await postTransfer(db, {
    key: `payment:${payment.id}`,
    kind: paidAs[order.kind],
    loginId: order.loginId,
    subject: order.id,
    from: { kind: 'funds', provider },
    // What is charged for a service is taken from the balance.
    to: order.kind === 'package' ? { kind: 'revenue' } : { kind: 'balance', accountId: order.accountId },
    cents: payment.amountCents,
  });
  if (order.kind === 'package') await db.query('select give_package($1, $2)', [order.id, now]);
  await beginWaiting(db, waiting, { order, loginId: order.loginId, isFromBalance: false, now });
  if (order.kind === 'service') await dropOwnFall(db, order.accountId);
  for (const other of await findPayments(db, order.id))
    if (other.state === 'open') await jobs.send(db, 'close-payment', { id: other.id });
  await tell(db, order, 'message.order-paid', payment.amountCents);
}

async function takeAsStray(db: Client, { payment, order, provider, txn, now, jobs }: Coming): Promise<void> {
  await markPaid(db, payment.id, { state: 'stray', txn, now });
  await postTransfer(db, {
    key: `payment:${payment.id}`,
    kind: 'stray',
    loginId: null,
    subject: order.id,
    from: { kind: 'funds', provider },
    to: { kind: 'returning' },
    cents: payment.amountCents,
  });
  const isLate = order.state === 'closed';
  const reason = isLate ? '订单已关闭 The order is closed' : '订单已支付 The order is paid';
  const why = isLate ? 'late' : 'double';
  const id = await insertRefund(db, {
    paymentId: payment.id,
    cents: payment.amountCents,
    fromBalanceCents: 0,
    why,
    reason,
    staffId: null,
    keepsNumber: false,
    now,
  });
  await jobs.send(db, 'refund-payment', { id });
  await tell(db, order, isLate ? 'message.payment-late' : 'message.payment-double', payment.amountCents);
}

const tell = (
  db: Client,
  { accountId, no }: OrderRow,
  name: 'message.order-paid' | 'message.payment-late' | 'message.payment-double',
  cents: number,
): Promise<void> =>
  notify(db, {
    accountId,
    kind: 'billing',
    said: say(name, { order: no, amount: formatYuan(cents) }),
    link: payReturnPath(no),
  });

/** Null where it is no number of ours. */
function idOf(paymentNo: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(paymentNo);
  return parts && parts.slice(1).join('-');
}
