import { message, orderStateTable, paymentStateTable, payReturnPath } from '@proofkeep/contract';
import type { Database } from '../../../database/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { isOutside, numberOf, type PaymentAnswer, type PaymentProvider } from '../../../providers/payment/payment.ts';
import type { Payments } from '../../../providers/payment/payments.ts';
import { notify } from '../../messages/service.ts';
import { closeOrderUnpaid } from '../lifecycle.ts';
import { refundPayment } from '../refunds/refunds.ts';
import { refundsToTry } from '../refunds/store.ts';
import { expiredOrders, lockOrder, markOrderTried } from '../store.ts';
import type { OrderSubject } from '../subject.ts';
import { closeIfOpen } from './lifecycle.ts';
import { recordMismatch, settlePayment } from './settle.ts';
import {
  findPayment,
  findPayments,
  markAsked,
  markAskedLate,
  markDeclined,
  type PaymentRow,
  paymentsToAsk,
  paymentsToAskLate,
  paymentsToClose,
} from './store.ts';

export interface PaymentWatcherDeps {
  database: Database;
  payments: Payments;
  jobs: () => Jobs;
  subject: OrderSubject;
  /** Called for a payment that doesn't match the request. */
  onMismatch: (paymentId: string) => void;
  /** Called for a failure that the next run will retry. */
  onFailure: (error: unknown) => void;
}

/** Asks a provider about a payment and records that it was paid. @returns whether it can still be paid */
export async function askPayment(deps: PaymentWatcherDeps, id: string, now: Date): Promise<boolean> {
  const payment = await findPayment(deps.database.pool, id);
  if (!payment || !isOpen(payment)) return false;
  const answer = await ask(deps, payment, now);
  if (answer === 'closed') await close(deps, id);
  return answer !== 'closed' && answer !== 'paid';
}

/** Closes a payment at its provider. Queries before and after, because the payer may pay while it is being closed. */
export async function closePayment(deps: PaymentWatcherDeps, id: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.pool, id);
  if (!payment || !isOpen(payment)) return;
  const provider = providerOf(deps, payment);
  if (!provider) return giveUp(deps, payment);
  if (!(await askPayment(deps, id, now))) return;
  await provider.close({ paymentNo: numberOf(id), ref: payment.providerRef });
  if (await askPayment(deps, id, now)) await close(deps, id);
}

/**
 * Closes a payment of a provider that is no longer configured. If it was paid, that is found once PAY_PROVIDERS names
 * the provider again.
 */
async function giveUp(deps: PaymentWatcherDeps, { id, provider }: PaymentRow): Promise<void> {
  await close(deps, id);
  deps.onFailure(new Error(`Payment ${id} was closed unasked: PAY_PROVIDERS does not name ${provider} any more.`));
}

/** Queries a closed payment: its page may have been open elsewhere, and the notification may have been lost. */
async function askLate(deps: PaymentWatcherDeps, id: string, now: Date): Promise<void> {
  const payment = await findPayment(deps.database.pool, id);
  if (!payment || isOpen(payment) || !mayBePaid(payment)) return;
  await ask(deps, payment, now);
  await markAskedLate(deps.database.pool, id);
}

async function ask(deps: PaymentWatcherDeps, payment: PaymentRow, now: Date): Promise<PaymentAnswer['state']> {
  const provider = providerOf(deps, payment);
  if (!provider)
    throw new Error(`Payment ${payment.id} waits for ${payment.provider}, which PAY_PROVIDERS does not name.`);
  await markAsked(deps.database.pool, payment.id, now);
  const answer = await provider.query({ paymentNo: numberOf(payment.id), ref: payment.providerRef });
  if (answer.state === 'declined') await markDeclined(deps.database.pool, payment.id, now);
  if (answer.state !== 'paid') return answer.state;
  const { paid } = answer;
  await deps.database.transaction(async (db) => {
    const { outcome } = await settlePayment(db, { provider, paid, now, jobs: deps.jobs(), subject: deps.subject });
    if (outcome !== 'mismatch') return;
    await recordMismatch(db, { provider: provider.name, paymentId: payment.id, paid });
    deps.onMismatch(payment.id);
  });
  return 'paid';
}

/**
 * Does the work that no notification triggers: queries open payments, closes expired orders, retries refunds. A failure
 * is reported and left to the next run, after work that has waited longer.
 */
export async function watchPayments(deps: PaymentWatcherDeps, now: Date): Promise<void> {
  const { pool } = deps.database;
  const providers = [...deps.payments.keys()];
  const each = (ids: string[], work: (id: string) => Promise<unknown>) => eachOf(ids, work, deps.onFailure);
  await each(await paymentsToAsk(pool, providers, now), (id) => askPayment(deps, id, now));
  await each(await expiredOrders(pool, now), (id) => expireOrder(deps, id, now));
  await each(await paymentsToClose(pool), (id) => closePayment(deps, id, now));
  await each(await paymentsToAskLate(pool, providers, now), (id) => askLate(deps, id, now));
  await each(await refundsToTry(pool, providers, now), (id) => refundPayment(deps, id, now));
}

/** Several at a time, so that an unresponsive provider doesn't delay the others for long. */
const atOnce = 6;

async function eachOf(
  ids: string[],
  work: (id: string) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const waiting = ids.values();
  const worker = async () => {
    for (const id of waiting) await work(id).catch(onFailure);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Closes an expired order, first at its providers: a payer who has paid by then has paid in time. */
async function expireOrder(deps: PaymentWatcherDeps, orderId: string, now: Date): Promise<void> {
  await markOrderTried(deps.database.pool, orderId, now);
  for (const payment of await findPayments(deps.database.pool, orderId))
    if (isOpen(payment)) await closePayment(deps, payment.id, now);
  await deps.database.transaction(async (db) => {
    const order = await lockOrder(db, { id: orderId });
    if (!order || !orderStateTable.after(order.state, 'close', 'clock')) return;
    const { subject, jobs } = deps;
    const count = order.kind === 'service' ? await subject.lock(db, order.id) : 0;
    await closeOrderUnpaid(db, { who: 'clock', order, loginId: order.loginId, now, jobs: jobs(), subject });
    if (count === 0) return;
    const sentence = message('message.order-lapsed', { order: order.no, count });
    await notify(db, { loginId: order.loginId, kind: 'billing', message: sentence, link: payReturnPath(order.no) });
  });
}

const isOpen = ({ state }: PaymentRow): boolean => paymentStateTable.after(state, 'close', 'clock') !== undefined;
const mayBePaid = ({ state }: PaymentRow): boolean => paymentStateTable.after(state, 'pay', 'provider') !== undefined;

const close = ({ database }: PaymentWatcherDeps, id: string): Promise<void> =>
  database.transaction((db) => closeIfOpen(db, id, 'clock'));

const providerOf = ({ payments }: PaymentWatcherDeps, { provider }: PaymentRow): PaymentProvider | undefined =>
  isOutside(provider) ? payments.get(provider) : undefined;
