import { type billingCalls, type InputOf, type Order, orderedBy, payReturnPath, say } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Database } from '../../../database/database.ts';
import type { Context } from '../../../http/context.ts';
import { requireProof } from '../../../http/staff-sessions.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import { numberOf } from '../../../providers/payment/payment.ts';
import type { Payments } from '../../../providers/payment/payments.ts';
import { notify } from '../../messages/service.ts';
import { endPackage, type LedgerAccount, postTransfer, reopenPackage } from '../../money/service.ts';
import { findPayment, findPayments, type PaymentRow } from '../payments/store.ts';
import { findOrder, lockOrder, moveOrder, type OrderRow, orderOf } from '../store.ts';
import { partsOf, standingOf } from './parts.ts';
import {
  endRefund,
  findRefund,
  insertRefund,
  lockRefund,
  markTried,
  type RefundRow,
  recordProviderAnswer,
  reopenRefund,
} from './store.ts';

type Calls = typeof billingCalls;
const returning: LedgerAccount = { kind: 'returning' };

/** What it bought is taken back at once, so that it is not spent while the money is on its way. */
export async function refundOrder(
  { orderNo, amountCents, refundedCents, reason }: InputOf<Calls['refundOrder']>,
  context: Context<'operator'>,
): Promise<Order> {
  const { db, caller, services, now, audit } = context;
  await requireProof(context);
  const order = await lockOrder(db, { no: orderNo });
  if (!order) throw new Refusal('NOT_FOUND');
  audit({ order: orderNo, amountCents, reason });
  const payment = (await findPayments(db, order.id)).find(({ state }) => state === 'paid');
  const next = orderedBy(order.state, 'refund');
  if (!payment || !next || payment.refundedCents !== refundedCents) throw new Refusal('STATE_FORBIDS');
  const isOwn = payment.provider === 'balance';
  const standing = await standingOf(db, order);
  const fromBalanceCents = Math.min(amountCents, standing.balanceCents);
  if (amountCents - fromBalanceCents > standing.revenueCents) throw new Refusal('REFUND_TOO_MUCH');
  const asked = {
    paymentId: payment.id,
    cents: amountCents,
    fromBalanceCents,
    why: 'asked',
    reason,
    staffId: caller.staffId,
    keepsNumber: payment.provider !== 'balance' && (services.payments.get(payment.provider)?.keepsRefundNo ?? false),
    now,
  } as const;
  const id = await insertRefund(db, asked);
  await moveOrder(db, order.id, next, now);
  const backCents = payment.refundedCents + amountCents;
  if (order.kind === 'package') await endPackage(db, { orderId: order.id, refundId: id, backCents, now });
  const to = isOwn ? ({ kind: 'balance', accountId: order.accountId } as const) : returning;
  for (const { key, account: from, cents } of partsOf(order, { id, amountCents, fromBalanceCents }))
    await postTransfer(db, { key: `refund:${key}`, kind: 'refund', loginId: null, subject: order.id, from, to, cents });
  if (isOwn) await finishRefund(db, id, 'done', now);
  else await services.jobs.send(db, 'refund-payment', { id });
  return orderOf((await findOrder(db, orderNo)) ?? order);
}

/** Asks the provider once; the clock asks again until it says that the money went back, or never will, or somebody decides. */
export async function refundPayment(
  { database, payments }: { database: Database; payments: Payments },
  id: string,
  now: Date,
): Promise<void> {
  const refund = await findRefund(database.pool, id);
  const payment = refund && (await findPayment(database.pool, refund.paymentId));
  if (refund?.state !== 'asked' || !payment || payment.provider === 'balance') return;
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
  if (state === 'done' || state === 'failed') await database.transaction((db) => finishRefund(db, id, state, now));
  else await recordProviderAnswer(database.pool, id, { state, said: 'said' in outcome ? outcome.said : null });
}

/** Once for each refund, whoever comes first. @returns false where it had ended before */
async function finishRefund(db: Client, id: string, outcome: 'done' | 'failed', now: Date): Promise<boolean> {
  const refund = await findRefund(db, id);
  const order = refund && (await lockOrder(db, { id: refund.orderId }));
  const payment = refund && (await findPayment(db, refund.paymentId));
  if (!refund || !order || !payment || !(await endRefund(db, refund, outcome, now))) return false;
  if (payment.provider !== 'balance') await postEnd(db, { refund, order, payment, outcome });
  if (payment.state === 'paid') await moveAfterRefund(db, { refund, order, payment, outcome, now });
  const values = { order: order.no, amount: formatYuan(refund.amountCents) };
  const said = outcome === 'done' ? say('message.refund-done', values) : say('message.refund-failed', values);
  await notify(db, { accountId: order.accountId, kind: 'billing', said, link: payReturnPath(order.no) });
  return true;
}

/** Longer than a provider is waited for: what was asked within it may still be done. */
const inFlightMs = 30_000;

/**
 * Where the provider did not do it: somebody has paid it out there by hand, or the customer keeps what he had. What came for
 * nothing is then in his balance. @returns false where it has ended, or is being asked for at this moment
 */
export async function endRefundByHand(
  db: Client,
  o: { id: string; outcome: 'paid-back' | 'kept'; now: Date },
): Promise<boolean> {
  const { id, outcome, now } = o;
  const found = await findRefund(db, id);
  const order = found && (await lockOrder(db, { id: found.orderId }));
  const refund = await lockRefund(db, id);
  if (!order || !refund || refund.state === 'done') return false;
  if (refund.triedAt && refund.state === 'asked' && now.getTime() - refund.triedAt.getTime() < inFlightMs) return false;
  if (outcome === 'paid-back') {
    if (refund.state === 'failed') await reopenRefund(db, refund);
    return finishRefund(db, id, 'done', now);
  }
  if (refund.why === 'asked') return finishRefund(db, id, 'failed', now);
  if (refund.state === 'asked') await endRefund(db, refund, 'failed', now);
  return keepStray(db, refund, order);
}

async function keepStray(db: Client, { id, amountCents }: RefundRow, order: OrderRow): Promise<boolean> {
  const isNew = await postTransfer(db, {
    key: `kept:${id}`,
    kind: 'recharge',
    loginId: null,
    subject: order.id,
    from: returning,
    to: { kind: 'balance', accountId: order.accountId },
    cents: amountCents,
  });
  const said = say('message.payment-kept', { order: order.no, amount: formatYuan(amountCents) });
  if (isNew) await notify(db, { accountId: order.accountId, kind: 'billing', said, link: payReturnPath(order.no) });
  return isNew;
}

interface Ending {
  refund: RefundRow;
  order: OrderRow;
  payment: PaymentRow;
  outcome: 'done' | 'failed';
}

/** What went back leaves the provider's funds; what did not is where it was before. Money that came for nothing stays apart. */
async function postEnd(db: Client, { refund, order, payment, outcome }: Ending): Promise<void> {
  const about = { kind: 'refund', loginId: null, subject: order.id, from: returning } as const;
  if (outcome === 'done') {
    const to = { kind: 'funds', provider: payment.provider } as const;
    await postTransfer(db, { ...about, key: `refunded:${refund.id}`, to, cents: refund.amountCents });
  } else if (payment.state === 'paid')
    for (const { key, account: to, cents } of partsOf(order, refund))
      await postTransfer(db, { ...about, key: `unrefund:${key}`, to, cents });
}

async function moveAfterRefund(
  db: Client,
  { refund, order, payment, outcome, now }: Ending & { now: Date },
): Promise<void> {
  const left = (await findPayment(db, payment.id))?.refundedCents ?? 0;
  const event = left === payment.amountCents ? 'refunded-all' : left === 0 ? 'refund-failed' : 'refunded-part';
  const to = orderedBy(order.state, event);
  if (!to) throw new Error(`A refund of order ${order.no} ended while the order was ${order.state}.`);
  await moveOrder(db, order.id, to, now);
  if (outcome === 'failed' && order.kind === 'package') await reopenPackage(db, refund.id);
}
