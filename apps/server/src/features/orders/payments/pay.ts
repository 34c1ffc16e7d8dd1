import {
  type InputOf,
  notifyPath,
  type orderCalls,
  orderTitle,
  type PayStep,
  paymentStateTable,
  payReturnPath,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { isOutside, numberOf, PaymentError, type PaymentProvider, takes } from '../../../providers/payment/payment.ts';
import { postTransfer, requireSpendingLimit } from '../../money/service.ts';
import { markOrderPaid, type OrderDeps } from '../lifecycle.ts';
import { isPayable, requireOrder } from '../orders.ts';
import { findOrderById, lockOrder, type OrderRow } from '../store.ts';
import type { OrderSubject } from '../subject.ts';
import { closeIfOpen } from './lifecycle.ts';
import { notifyOfPayment } from './settle.ts';
import { findPayment, insertBalancePayment, type PaymentRow, recordStep, upsertOpenPayment } from './store.ts';

type Calls = typeof orderCalls;

/** Pays from the balance at once, or creates a payment with a provider, which `openPayment` opens. */
export async function payOrder(
  { orderNo, way }: InputOf<Calls['payOrder']>,
  { db, caller, services, now, audit }: Context<'user'>,
  subject: OrderSubject,
): Promise<{ paymentId: string | null }> {
  audit({ order: orderNo, way });
  if (way === 'balance') {
    const paid = await payFromBalance(db, { orderNo, ...caller, now, jobs: services.jobs, subject });
    if (paid) await notifyOfPayment(db, paid, 'message.order-paid', paid.amountCents);
    return { paymentId: null };
  }
  await requireOrder(db, caller.accountId, orderNo);
  const provider = isOutside(way) ? services.payments.get(way) : undefined;
  const order = await lockOrder(db, { no: orderNo });
  if (!order || !isPayable(order, now)) throw new Refusal('ORDER_OVER');
  if (order.reviewedCents > 0) throw new Refusal('ORDER_IN_REVIEW');
  if (!provider || !takes(provider, order.amountCents)) throw new Refusal('PAY_WAY_OFF');
  const payment = { orderId: order.id, provider: provider.name, cents: order.amountCents, now };
  return { paymentId: await upsertOpenPayment(db, payment) };
}

/**
 * Pays an order from the balance, in the caller's transaction. A service is paid by the holds of its pages. Lock order:
 * order, its subject, limit, ledger accounts. @returns the order; null if the balance had already paid it @throws
 * Refusal BALANCE_SHORT, SPENDING_LIMIT, ORDER_OVER, PAY_WAY_OFF for a recharge, NOT_FOUND
 */
export async function payFromBalance(
  db: Client,
  o: OrderDeps & { orderNo: string; accountId: string; loginId: string; now: Date },
): Promise<OrderRow | null> {
  const { accountId, loginId, now, jobs, subject } = o;
  const order = await lockOrder(db, { no: o.orderNo });
  if (order?.accountId !== accountId) throw new Refusal('NOT_FOUND');
  if (order.kind === 'recharge') throw new Refusal('PAY_WAY_OFF');
  if (order.paidBy === 'balance') return null;
  if (!isPayable(order, now)) throw new Refusal('ORDER_OVER');
  if (order.reviewedCents > 0) throw new Refusal('ORDER_IN_REVIEW');
  const { id: orderId, amountCents: cents } = order;
  if (order.kind === 'service') await subject.lock(db, orderId);
  await requireSpendingLimit(db, { loginId, now, cents });
  const paymentId = await insertBalancePayment(db, { orderId, loginId, cents, now });
  if (order.kind === 'package')
    await postTransfer(db, {
      key: `payment:${paymentId}`,
      kind: 'purchase',
      loginId,
      subject: orderId,
      from: { kind: 'balance', accountId },
      to: { kind: 'revenue' },
      cents,
    });
  await markOrderPaid(db, { who: 'holder', order, loginId, now, jobs, subject });
  return order;
}

type Opened = Awaited<ReturnType<PaymentProvider['open']>>;
/** The provider's answer to a request to open a payment. */
type Opening = { payment: PaymentRow } & ({ opened: Opened } | { failure: PaymentError } | { step: PayStep });

/**
 * Has the provider open a payment. The provider is asked outside any transaction, and again if the answer is lost: for
 * the provider, one number is one payment.
 */
export const openPayment = { prepare: askToOpen, change: recordOpening };

async function askToOpen(
  { paymentId }: InputOf<Calls['openPayment']>,
  { db, caller, services, userAgent, now }: Context<'user'>,
): Promise<Opening> {
  const payment = await findPayment(db, paymentId);
  if (payment?.accountId !== caller.accountId) throw new Refusal('NOT_FOUND');
  const order = await findOrderById(db, payment.orderId);
  if (!paymentStateTable.after(payment.state, 'close', 'provider') || !order || !isPayable(order, now))
    throw new Refusal('ORDER_OVER');
  if (payment.step) return { payment, step: payment.step };
  const provider = isOutside(payment.provider) ? services.payments.get(payment.provider) : undefined;
  if (!provider) throw new Refusal('PAY_WAY_OFF');
  try {
    const opened = await provider.open({
      paymentNo: numberOf(payment.id),
      ref: null,
      cents: payment.amountCents,
      // Always in one language: a provider accepts one body per number.
      subject: orderTitle(order, 'zh'),
      begunAt: payment.createdAt,
      expiresAt: order.expiresAt,
      isPhone: /Mobi/.test(userAgent),
      returnUrl: `${services.publicUrl}${payReturnPath(order.no)}?returned=yes`,
      notifyUrl: `${services.publicUrl}${notifyPath}${provider.name}`,
    });
    return { payment, opened };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    return { payment, failure: error };
  }
}

async function recordOpening(
  _input: InputOf<Calls['openPayment']>,
  { db }: Context<'user'>,
  opening: Opening,
): Promise<PayStep> {
  if ('step' in opening) return opening.step;
  const { id } = opening.payment;
  if ('failure' in opening) {
    // No payer has its URL. The next attempt is a new payment, because a provider may repeat this answer for a day.
    await closeIfOpen(db, id, 'provider', ({ step }) => step === null);
    throw new Refusal('PAY_PROVIDER_FAILED', { isKept: true, cause: opening.failure });
  }
  await recordStep(db, id, opening.opened);
  return (await findPayment(db, id))?.step ?? opening.opened.step;
}
