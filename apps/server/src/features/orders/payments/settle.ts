import { message, orderStateTable, paymentStateTable, payReturnPath } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import type { Paid, PaymentProvider } from '../../../providers/payment/payment.ts';
import { notify } from '../../messages/service.ts';
import { dropOwnFall, type Transfer } from '../../money/service.ts';
import { markOrderPaid, type OrderDeps } from '../lifecycle.ts';
import { insertRefund } from '../refunds/store.ts';
import { lockOrder, type OrderRow } from '../store.ts';
import { closeIfOpen, markPaymentPaid } from './lifecycle.ts';
import { bookMismatch, isMismatchOver, supersedeMismatch } from './mismatches.ts';
import { insertMismatchedAnswer, type SettlementOutcome } from './notification-store.ts';
import { findPayment, isTransactionKnown, type PaymentRow } from './store.ts';

interface Settled {
  outcome: SettlementOutcome;
  paymentId: string | null;
}

type Receiver = Pick<PaymentProvider, 'name' | 'merchant'>;

/**
 * Records received money, in the caller's transaction. A notification and an answer to our query report the same fact,
 * so the second one changes nothing. The first payment pays the order while it is pending; all other money is refunded.
 */
export async function settlePayment(
  db: Client,
  o: OrderDeps & { provider: Receiver; paid: Paid; now: Date },
): Promise<Settled> {
  const { paid, provider } = o;
  const id = idOf(paid.paymentNo);
  const found = id === null ? undefined : await findPayment(db, id);
  if (!found) return { outcome: 'unknown', paymentId: null };
  const order = await lockOrder(db, { id: found.orderId });
  const payment = await findPayment(db, found.id);
  if (!order || !payment) return { outcome: 'unknown', paymentId: null };
  if (!(await isAsRequested(db, payment, o))) {
    await bookMismatch(db, { order, provider, paid });
    return { outcome: 'mismatch', paymentId: payment.id };
  }
  if (!paymentStateTable.after(payment.state, 'pay', 'provider')) return { outcome: 'known', paymentId: payment.id };
  const money = { provider: provider.name, txn: paid.txn };
  if (await isMismatchOver(db, money)) return { outcome: 'mismatch', paymentId: payment.id };
  await supersedeMismatch(db, order, money);
  const isWanted = orderStateTable.after(order.state, 'pay', 'provider') !== undefined;
  const arrival = { ...o, payment, order, txn: paid.txn };
  if (isWanted) await payOrder(db, arrival);
  else await returnStray(db, arrival);
  return { outcome: isWanted ? 'settled' : 'stray', paymentId: payment.id };
}

async function isAsRequested(
  db: Client,
  payment: PaymentRow,
  { provider, paid }: { provider: Receiver; paid: Paid },
): Promise<boolean> {
  const isSame =
    payment.provider === provider.name &&
    paid.cents === payment.amountCents &&
    paid.currency === 'CNY' &&
    paid.merchant === provider.merchant;
  if (!isSame || paid.txn === '') return false;
  return !(await isTransactionKnown(db, { provider: provider.name, txn: paid.txn, exceptId: payment.id }));
}

/**
 * Records an answer that doesn't match the payment. The provider isn't asked again; an operator has to look into it.
 */
export async function recordMismatch(
  db: Client,
  o: { provider: string; paymentId: string; paid: Paid },
): Promise<void> {
  await closeIfOpen(db, o.paymentId, 'provider');
  await insertMismatchedAnswer(db, o);
}

interface Arrival extends OrderDeps {
  payment: PaymentRow;
  order: OrderRow;
  provider: Receiver;
  txn: string;
  now: Date;
}

const transferKinds = { recharge: 'recharge', package: 'purchase', service: 'payment' } as const;

/** Lock order: order, what waits for it, packages, ledger accounts. */
async function payOrder(db: Client, arrival: Arrival): Promise<void> {
  const { payment, order, provider, txn, now, jobs, subject } = arrival;
  const { accountId, loginId, kind } = order;
  if (kind === 'service') await subject.lock(db, order.id);
  const transfer: Transfer = {
    key: `payment:${payment.id}`,
    kind: transferKinds[kind],
    loginId,
    subject: order.id,
    from: { kind: 'funds', provider: provider.name },
    // Holds for a service are taken from the balance.
    to: kind === 'package' ? { kind: 'revenue' } : { kind: 'balance', accountId },
    cents: payment.amountCents,
  };
  await markPaymentPaid(db, payment, { event: 'pay', transfer, txn, now });
  await markOrderPaid(db, { who: 'provider', order, loginId, now, jobs, subject });
  if (kind === 'service') await dropOwnFall(db, accountId);
  await notifyOfPayment(db, order, 'message.order-paid', payment.amountCents);
}

async function returnStray(db: Client, { payment, order, provider, txn, now, jobs }: Arrival): Promise<void> {
  const transfer = {
    key: `payment:${payment.id}`,
    kind: 'stray',
    loginId: null,
    subject: order.id,
    from: { kind: 'funds', provider: provider.name },
    to: { kind: 'returning' },
    cents: payment.amountCents,
  } as const;
  await markPaymentPaid(db, payment, { event: 'set-aside', transfer, txn, now });
  const isLate = order.state === 'closed';
  const id = await insertRefund(db, {
    paymentId: payment.id,
    cents: payment.amountCents,
    fromBalanceCents: 0,
    why: isLate ? 'late' : 'double',
    reason: isLate ? '订单已关闭 Order closed' : '订单已支付 Order already paid',
    staffId: null,
    keepsNumber: false,
    now,
  });
  await jobs.send(db, 'refund-payment', { id });
  await notifyOfPayment(db, order, isLate ? 'message.payment-late' : 'message.payment-double', payment.amountCents);
}

export const notifyOfPayment = (
  db: Client,
  { accountId, no }: OrderRow,
  name: 'message.order-paid' | 'message.payment-late' | 'message.payment-double',
  cents: number,
): Promise<void> =>
  notify(db, {
    accountId,
    kind: 'billing',
    message: message(name, { order: no, amount: formatYuan(cents) }),
    link: payReturnPath(no),
  });

/** Parses a payment's id from its number at the provider; null if it isn't one of ours. */
function idOf(paymentNo: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(paymentNo);
  return parts && parts.slice(1).join('-');
}
