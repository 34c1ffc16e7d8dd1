import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { numberOf, type PaymentProvider } from '../../providers/payment/payment.ts';
import type { Payments } from '../../providers/payment/payments.ts';
import { expiredOrders, lockOrder, moveOrder } from './order-store.ts';
import {
  findPayment,
  markAsked,
  markClosed,
  type PaymentRow,
  paymentsOf,
  paymentsToAsk,
  paymentsToClose,
} from './payment-store.ts';
import { refundsToTry } from './refund-store.ts';
import { refundPayment } from './refunds.ts';
import { keepMismatch, settle } from './settling.ts';

export interface Watching {
  database: Database;
  payments: Payments;
  jobs: () => Jobs;
  /** Hears of a payment that is not what was asked for. */
  onMismatch: (paymentId: string) => void;
}

/** Asks a provider about a payment and takes note where it was paid. @returns whether it can still be paid */
export async function askPayment(watching: Watching, id: string, now: Date): Promise<boolean> {
  const found = await openOne(watching, id);
  if (!found) return false;
  const { payment, provider } = found;
  await markAsked(watching.database.pool, id, now);
  const standing = await provider.query({ paymentNo: numberOf(id), ref: payment.providerRef });
  if (standing.state === 'closed') await markClosed(watching.database.pool, id);
  if (standing.state !== 'paid') return standing.state !== 'closed';
  const { paid } = standing;
  await watching.database.transaction(async (db) => {
    const { outcome } = await settle(db, { provider, paid, now, jobs: watching.jobs() });
    if (outcome !== 'mismatch') return;
    await keepMismatch(db, { provider: provider.name, paymentId: id, paid });
    watching.onMismatch(id);
  });
  return false;
}

/** Asked before and after: whoever pays while it is being closed has paid. */
export async function closePayment(watching: Watching, id: string, now: Date): Promise<void> {
  if (!(await askPayment(watching, id, now))) return;
  const found = await openOne(watching, id);
  if (!found) return;
  await found.provider.close({ paymentNo: numberOf(id), ref: found.payment.providerRef });
  if (await askPayment(watching, id, now)) await markClosed(watching.database.pool, id);
}

/** Everything that nobody told of: open payments are asked about, orders whose time is over closed, refunds asked for again. */
export async function watchPayments(watching: Watching, now: Date): Promise<void> {
  const { database } = watching;
  const failures: unknown[] = [];
  const each = async (ids: string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) await work(id).catch((error: unknown) => failures.push(error));
  };
  await each(await paymentsToAsk(database.pool, now), (id) => askPayment(watching, id, now));
  await each(await expiredOrders(database.pool, now), (id) => expireOrder(watching, id, now));
  await each(await paymentsToClose(database.pool), (id) => closePayment(watching, id, now));
  await each(await refundsToTry(database.pool, now), (id) => refundPayment(watching, id, now));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be asked about.`);
}

/** Closed with the providers first: whoever has paid by then has paid in time. */
async function expireOrder(watching: Watching, orderId: string, now: Date): Promise<void> {
  for (const payment of await paymentsOf(watching.database.pool, orderId))
    if (payment.state === 'open') await closePayment(watching, payment.id, now);
  await watching.database.transaction(async (db) => {
    const order = await lockOrder(db, { id: orderId });
    if (order?.state === 'pending') await moveOrder(db, orderId, 'closed', now);
  });
}

async function openOne(
  { database, payments }: Watching,
  id: string,
): Promise<{ payment: PaymentRow; provider: PaymentProvider } | undefined> {
  const payment = await findPayment(database.pool, id);
  if (payment?.state !== 'open' || payment.provider === 'balance') return undefined;
  const provider = payments.get(payment.provider);
  if (!provider)
    throw new Error(`A payment waits for ${payment.provider}, which PAY_PROVIDERS does not name any more.`);
  return { payment, provider };
}
