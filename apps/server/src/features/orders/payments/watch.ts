import { payReturnPath, say } from '@proofkeep/contract';
import type { Database } from '../../../database/database.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { numberOf, type PaymentProvider, type Standing } from '../../../providers/payment/payment.ts';
import type { Payments } from '../../../providers/payment/payments.ts';
import { notify } from '../../messages/service.ts';
import { closeUnpaidOrder } from '../close.ts';
import { refundPayment } from '../refunds/refunds.ts';
import { refundsToTry } from '../refunds/store.ts';
import { expiredOrders, lockOrder, markOrderTried } from '../store.ts';
import { recordMismatch, settlePayment } from './settle.ts';
import {
  findPayment,
  findPayments,
  markAsked,
  markAskedLate,
  markClosed,
  type PaymentRow,
  paymentsToAsk,
  paymentsToAskLate,
  paymentsToClose,
} from './store.ts';

export interface PaymentWatcherDeps {
  database: Database;
  payments: Payments;
  jobs: () => Jobs;
  /** Hears of a payment that is not what was asked for. */
  onMismatch: (paymentId: string) => void;
  /** Hears of what could not be asked or done by the clock, and is tried again by it. */
  onFailure: (error: unknown) => void;
}

/** Asks a provider about a payment and takes note where it was paid. @returns whether it can still be paid */
export async function askPayment(watching: PaymentWatcherDeps, id: string, now: Date): Promise<boolean> {
  const payment = await findPayment(watching.database.pool, id);
  if (payment?.state !== 'open') return false;
  const standing = await ask(watching, payment, now);
  if (standing === 'closed') await markClosed(watching.database.pool, id);
  return standing !== 'closed' && standing !== 'paid';
}

/** Asked before and after: whoever pays while it is being closed has paid. */
export async function closePayment(watching: PaymentWatcherDeps, id: string, now: Date): Promise<void> {
  const payment = await findPayment(watching.database.pool, id);
  if (payment?.state !== 'open') return;
  const provider = providerOf(watching, payment);
  if (!provider) return giveUp(watching, payment);
  if (!(await askPayment(watching, id, now))) return;
  await provider.close({ paymentNo: numberOf(id), ref: payment.providerRef });
  if (await askPayment(watching, id, now)) await markClosed(watching.database.pool, id);
}

/** Nobody can be asked, and the order does not wait for ever: what was paid is found once PAY_PROVIDERS names it again. */
async function giveUp({ database, onFailure }: PaymentWatcherDeps, { id, provider }: PaymentRow): Promise<void> {
  await markClosed(database.pool, id);
  onFailure(new Error(`Payment ${id} was closed unasked: PAY_PROVIDERS does not name ${provider} any more.`));
}

/** What was closed here, and may have been paid all the same: its page was open elsewhere, and what was told of it got lost. */
async function askLate(watching: PaymentWatcherDeps, id: string, now: Date): Promise<void> {
  const payment = await findPayment(watching.database.pool, id);
  if (payment?.state !== 'closed') return;
  await ask(watching, payment, now);
  await markAskedLate(watching.database.pool, id);
}

async function ask(watching: PaymentWatcherDeps, payment: PaymentRow, now: Date): Promise<Standing['state']> {
  const provider = providerOf(watching, payment);
  if (!provider)
    throw new Error(`Payment ${payment.id} waits for ${payment.provider}, which PAY_PROVIDERS does not name.`);
  await markAsked(watching.database.pool, payment.id, now);
  const standing = await provider.query({ paymentNo: numberOf(payment.id), ref: payment.providerRef });
  if (standing.state !== 'paid') return standing.state;
  const { paid } = standing;
  await watching.database.transaction(async (db) => {
    const { outcome } = await settlePayment(db, { provider, paid, now, jobs: watching.jobs() });
    if (outcome !== 'mismatch') return;
    await recordMismatch(db, { provider: provider.name, paymentId: payment.id, paid });
    watching.onMismatch(payment.id);
  });
  return 'paid';
}

/**
 * Everything that nobody told of: open payments are asked about, orders whose time is over closed, refunds asked for again. What
 * fails is told of and left for another turn: it stands behind those that have waited longer.
 */
export async function watchPayments(watching: PaymentWatcherDeps, now: Date): Promise<void> {
  const { pool } = watching.database;
  const providers = [...watching.payments.keys()];
  const each = (ids: string[], work: (id: string) => Promise<unknown>) => eachOf(ids, work, watching.onFailure);
  await each(await paymentsToAsk(pool, providers, now), (id) => askPayment(watching, id, now));
  await each(await expiredOrders(pool, now), (id) => expireOrder(watching, id, now));
  await each(await paymentsToClose(pool), (id) => closePayment(watching, id, now));
  await each(await paymentsToAskLate(pool, providers, now), (id) => askLate(watching, id, now));
  await each(await refundsToTry(pool, providers, now), (id) => refundPayment(watching, id, now));
}

/** So many at once, that one provider which hangs does not hold up the others for long. */
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

/** Closed with the providers first: whoever has paid by then has paid in time. */
async function expireOrder(watching: PaymentWatcherDeps, orderId: string, now: Date): Promise<void> {
  await markOrderTried(watching.database.pool, orderId, now);
  for (const payment of await findPayments(watching.database.pool, orderId))
    if (payment.state === 'open') await closePayment(watching, payment.id, now);
  await watching.database.transaction(async (db) => {
    const order = await lockOrder(db, { id: orderId });
    if (order?.state !== 'pending') return;
    const count = await closeUnpaidOrder(db, order, now);
    if (count === 0) return;
    const said = say('message.order-lapsed', { order: order.no, count });
    await notify(db, { loginId: order.loginId, kind: 'billing', said, link: payReturnPath(order.no) });
  });
}

const providerOf = ({ payments }: PaymentWatcherDeps, { provider }: PaymentRow): PaymentProvider | undefined =>
  provider === 'balance' ? undefined : payments.get(provider);
