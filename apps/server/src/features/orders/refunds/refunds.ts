import {
  type InputOf,
  message,
  type Order,
  type orderCalls,
  payReturnPath,
  refundStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Context } from '../../../http/context.ts';
import { requireProof } from '../../../http/staff-sessions.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import { isOutside, numberOf } from '../../../providers/payment/payment.ts';
import type { Payments } from '../../../providers/payment/payments.ts';
import { notify } from '../../messages/service.ts';
import { endPackage, postTransfer } from '../../money/service.ts';
import { recordRefundOfOrder } from '../lifecycle.ts';
import { findPayment, findPayments, type PaymentRow } from '../payments/store.ts';
import { findOrder, lockOrder, type OrderRow, orderOf } from '../store.ts';
import { applyToRefund, returning } from './lifecycle.ts';
import { findRefundable, sourcesOf } from './sources.ts';
import { findRefund, insertRefund, lockRefund, markTried, type RefundRow, recordProviderAnswer } from './store.ts';

type Calls = typeof orderCalls;

/** Refunds part of an order. The purchase is taken back at once, so it can't be spent while the money is on its way. */
export async function refundOrder(
  { orderNo, amountCents, refundedCents, reason }: InputOf<Calls['refundOrder']>,
  context: Context<'operator'>,
): Promise<Order> {
  const { db, caller, services, now, audit } = context;
  await requireProof(context);
  const order = await lockOrder(db, { no: orderNo });
  if (!order) throw new Refusal('NOT_FOUND');
  audit({ order: orderNo, amountCents, reason });
  await recordRefundOfOrder(db, order.id, { event: 'refund', who: 'operator' });
  const payment = (await findPayments(db, order.id)).find(({ state }) => state === 'paid');
  // The operator states the refunded amount they saw, so one of two concurrent refunds is refused.
  if (!payment || payment.refundedCents !== refundedCents) throw new Refusal('STATE_FORBIDS');
  const { provider } = payment;
  const id = await insertRefund(db, {
    paymentId: payment.id,
    cents: amountCents,
    fromBalanceCents: await splitOf(db, order, amountCents),
    why: 'asked',
    reason,
    staffId: caller.staffId,
    keepsNumber: isOutside(provider) && (services.payments.get(provider)?.keepsRefundNo ?? false),
    now,
  });
  const refund = await requireRefund(db, id);
  await takeBack(db, { refund, order, payment, now });
  if (provider === 'balance') await endRefund(db, id, { event: 'finish', who: 'operator', now });
  else if (provider === 'bank') await recordProviderAnswer(db, id, { state: 'by-hand', code: null });
  else await services.jobs.send(db, 'refund-payment', { id });
  return orderOf((await findOrder(db, orderNo)) ?? order);
}

/** The part of a refund that comes from the balance. @throws Refusal REFUND_TOO_MUCH */
async function splitOf(db: Client, order: OrderRow, amountCents: number): Promise<number> {
  const refundable = await findRefundable(db, order);
  const fromBalanceCents = Math.min(amountCents, refundable.balanceCents);
  if (amountCents - fromBalanceCents > refundable.revenueCents) throw new Refusal('REFUND_TOO_MUCH');
  return fromBalanceCents;
}

/** Lock order: packages before ledger accounts. */
async function takeBack(
  db: Client,
  { refund, order, payment, now }: { refund: RefundRow; order: OrderRow; payment: PaymentRow; now: Date },
): Promise<void> {
  const backCents = payment.refundedCents + refund.amountCents;
  const { id: orderId, priceVersion, accountId } = order;
  if (order.kind === 'package') await endPackage(db, { orderId, priceVersion, refundId: refund.id, backCents, now });
  const to = payment.provider === 'balance' ? ({ kind: 'balance', accountId } as const) : returning;
  for (const { key, account: from, cents } of sourcesOf(order, refund))
    await postTransfer(db, { key: `refund:${key}`, kind: 'refund', loginId: null, subject: orderId, from, to, cents });
}

async function requireRefund(db: Client, id: string): Promise<RefundRow> {
  const refund = await findRefund(db, id);
  if (!refund) throw new Error(`There is no refund ${id}.`);
  return refund;
}

/**
 * Asks the provider once. A job repeats the query until the provider says that the money was returned or never will be,
 * or an operator decides.
 */
export async function refundPayment(
  { database, payments }: { database: Database; payments: Payments },
  id: string,
  now: Date,
): Promise<void> {
  const refund = await findRefund(database.pool, id);
  const payment = refund && (await findPayment(database.pool, refund.paymentId));
  if (!payment || !isOutside(payment.provider) || !refundStateTable.after(refund.state, 'finish', 'provider')) return;
  const provider = payments.get(payment.provider);
  if (!provider) throw new Error(`A refund waits for ${payment.provider}, which PAY_PROVIDERS does not name any more.`);
  if (!(await markTried(database.pool, id, now))) return;
  const outcome = await provider.refund({
    paymentNo: numberOf(payment.id),
    ref: payment.providerRef,
    refundNo: numberOf(refund.numberId),
    txn: payment.providerTxn ?? '',
    cents: refund.amountCents,
    totalCents: payment.amountCents,
  });
  const { state } = outcome;
  if (state !== 'done' && state !== 'failed')
    return recordProviderAnswer(database.pool, id, { state, code: 'code' in outcome ? outcome.code : null });
  const event = state === 'done' ? 'finish' : 'fail';
  await database.transaction((db) => endRefund(db, id, { event, who: 'provider', now }));
}

interface Ending {
  event: 'finish' | 'fail';
  who: 'provider' | 'operator';
  now: Date;
}

/** Ends a refund and notifies the account. @returns false if it had already ended */
async function endRefund(db: Client, id: string, ending: Ending): Promise<boolean> {
  const found = await findRefund(db, id);
  const order = found && (await lockOrder(db, { id: found.orderId }));
  const refund = order && (await lockRefund(db, id));
  const payment = refund && (await findPayment(db, refund.paymentId));
  if (!payment || !refundStateTable.after(refund.state, ending.event, ending.who)) return false;
  await applyToRefund(db, { refund, order, payment }, ending);
  const name = ending.event === 'finish' ? 'message.refund-done' : 'message.refund-failed';
  await notifyOfRefund(db, order, name, refund.amountCents);
  return true;
}

/** Longer than the service waits for a provider: a refund tried more recently may still succeed. */
const inFlightMs = 30_000;

/**
 * Records an operator's decision about a refund that the provider didn't make: it was paid back manually, or the
 * customer keeps the money, which goes to the balance if it belonged to no order. @returns false if the refund has
 * ended, or the provider is being asked right now
 */
export async function endRefundByHand(
  db: Client,
  o: { id: string; outcome: 'paid-back' | 'kept'; now: Date },
): Promise<boolean> {
  const { id, outcome, now } = o;
  const found = await findRefund(db, id);
  const order = found && (await lockOrder(db, { id: found.orderId }));
  const refund = await lockRefund(db, id);
  const payment = refund && (await findPayment(db, refund.paymentId));
  if (!order || !payment || refundStateTable.allowed(refund.state, 'operator').length === 0) return false;
  const isOpen = refundStateTable.after(refund.state, 'finish', 'operator') !== undefined;
  if (refund.triedAt && isOpen && now.getTime() - refund.triedAt.getTime() < inFlightMs) return false;
  const detail = { refund, order, payment };
  if (outcome === 'paid-back') {
    if (!isOpen) await applyToRefund(db, detail, { event: 'reopen', who: 'operator', now });
    return endRefund(db, id, { event: 'finish', who: 'operator', now });
  }
  if (refund.why === 'asked') return endRefund(db, id, { event: 'fail', who: 'operator', now });
  if (isOpen) await applyToRefund(db, detail, { event: 'fail', who: 'operator', now });
  return moveToBalance(db, refund, order);
}

/** Credits the customer with money that belonged to no order. @returns false if that was done before */
async function moveToBalance(db: Client, { id, amountCents }: RefundRow, order: OrderRow): Promise<boolean> {
  const isNew = await postTransfer(db, {
    key: `kept:${id}`,
    kind: 'recharge',
    loginId: null,
    subject: order.id,
    from: returning,
    to: { kind: 'balance', accountId: order.accountId },
    cents: amountCents,
  });
  if (isNew) await notifyOfRefund(db, order, 'message.payment-kept', amountCents);
  return isNew;
}

const notifyOfRefund = (
  db: Client,
  { accountId, no }: OrderRow,
  name: 'message.refund-done' | 'message.refund-failed' | 'message.payment-kept',
  cents: number,
): Promise<void> =>
  notify(db, {
    accountId,
    kind: 'billing',
    message: message(name, { order: no, amount: formatYuan(cents) }),
    link: payReturnPath(no),
  });
