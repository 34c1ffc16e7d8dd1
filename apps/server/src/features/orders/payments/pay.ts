import {
  type billingCalls,
  type InputOf,
  notifyPath,
  orderTitle,
  type PayStep,
  payReturnPath,
  say,
} from '@proofkeep/contract';
import { DatabaseError } from 'pg';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import { numberOf, PaymentError, takes } from '../../../providers/payment/payment.ts';
import { beginWaiting, lockWaiting } from '../../attestations/service.ts';
import { notify } from '../../messages/service.ts';
import { requireOrder } from '../orders.ts';
import { findOrder, lockOrder, type OrderRow } from '../store.ts';
import { dropUnopened, findPayment, recordStep, upsertOpenPayment } from './store.ts';

type Calls = typeof billingCalls;

/** Pays from the balance at once; else the payment is there from now on, and `openPayment` tells where to go with it. */
export async function payOrder(
  { orderNo, way }: InputOf<Calls['payOrder']>,
  { db, caller, services, now, audit }: Context<'user'>,
): Promise<{ paymentId: string | null }> {
  audit({ order: orderNo, way });
  if (way === 'balance') {
    const { isNew, others } = await payFromBalance(db, { orderNo, ...caller, now });
    for (const id of others) await services.jobs.send(db, 'close-payment', { id });
    const order = isNew && (await findOrder(db, orderNo));
    if (!order) return { paymentId: null };
    const waiting = order.kind === 'service' ? await lockWaiting(db, order.id) : [];
    await beginWaiting(db, waiting, { order, loginId: caller.loginId, isFromBalance: true, now });
    await notifyPaid(db, order);
    return { paymentId: null };
  }
  await requireOrder(db, caller.accountId, orderNo);
  const provider = services.payments.get(way);
  const order = await lockOrder(db, { no: orderNo });
  if (order?.state !== 'pending' || order.expiresAt <= now) throw new Refusal('ORDER_OVER');
  if (!provider || !takes(provider, order.amountCents)) throw new Refusal('PAY_WAY_OFF');
  const payment = { orderId: order.id, provider: way, cents: order.amountCents, now };
  return { paymentId: await upsertOpenPayment(db, payment) };
}

/**
 * One statement: all of it is done, or nothing; of a service nothing is set aside yet. A second time for the same order nothing is done.
 * @returns `others`: payments of the order that were begun elsewhere, and are to be closed
 * @throws Refusal BALANCE_SHORT, SPENDING_LIMIT, ORDER_OVER, PAY_WAY_OFF of a recharge, NOT_FOUND
 */
export async function payFromBalance(
  db: Client,
  o: { orderNo: string; accountId: string; loginId: string; now: Date },
): Promise<{ isNew: boolean; others: string[] }> {
  try {
    const { rows } = await db.query<{ outcome: keyof typeof refusedAs | 'paid' | 'known'; others: string[] }>({
      name: 'pay-from-balance',
      text: 'select outcome, open_payments as others from pay_from_balance($1, $2, $3, $4)',
      values: [o.orderNo, o.accountId, o.loginId, o.now],
    });
    const [paid] = rows;
    if (!paid) throw new Error('A payment from the balance had no outcome.');
    if (paid.outcome === 'paid' || paid.outcome === 'known')
      return { isNew: paid.outcome === 'paid', others: paid.others };
    throw new Refusal(refusedAs[paid.outcome]);
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'ledger_balance') throw new Refusal('BALANCE_SHORT');
    if (error instanceof DatabaseError && error.constraint === 'spending_limit') throw new Refusal('SPENDING_LIMIT');
    throw error;
  }
}

async function notifyPaid(db: Client, { accountId, no, amountCents }: OrderRow): Promise<void> {
  const said = say('message.order-paid', { order: no, amount: formatYuan(amountCents) });
  await notify(db, { accountId, kind: 'billing', said, link: payReturnPath(no) });
}

const refusedAs = { over: 'ORDER_OVER', off: 'PAY_WAY_OFF', unknown: 'NOT_FOUND' } as const;

/** No transaction waits for the provider: whatever is asked of it twice is the same payment to it. */
export async function openPayment(
  { paymentId }: InputOf<Calls['openPayment']>,
  { db, caller, services, userAgent, now }: Context<'user'>,
): Promise<PayStep> {
  const payment = await findPayment(db, paymentId);
  if (payment?.accountId !== caller.accountId) throw new Refusal('NOT_FOUND');
  const order = await orderById(db, payment.orderId);
  if (payment.state !== 'open' || order?.state !== 'pending' || order.expiresAt <= now) throw new Refusal('ORDER_OVER');
  if (payment.step) return payment.step;
  const provider = payment.provider === 'balance' ? undefined : services.payments.get(payment.provider);
  if (!provider) throw new Refusal('PAY_WAY_OFF');
  const opened = await provider
    .open({
      paymentNo: numberOf(payment.id),
      ref: null,
      cents: payment.amountCents,
      // The same whoever opens it in which language: a provider takes one body for one number.
      subject: orderTitle(order, 'zh'),
      begunAt: payment.createdAt,
      expiresAt: order.expiresAt,
      isPhone: /Mobi/.test(userAgent),
      returnUrl: `${services.publicUrl}${payReturnPath(order.no)}?returned=yes`,
      notifyUrl: `${services.publicUrl}${notifyPath}${provider.name}`,
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof PaymentError)) throw error;
      // Nobody has its address. The next try is another payment, as a provider may say the same of this one for a day.
      await dropUnopened(db, payment.id);
      throw new Refusal('PAY_PROVIDER_FAILED', { cause: error });
    });
  await recordStep(db, payment.id, opened);
  return (await findPayment(db, payment.id))?.step ?? opened.step;
}

async function orderById(
  db: Client,
  id: string,
): Promise<Pick<OrderRow, 'no' | 'state' | 'expiresAt' | 'lines'> | undefined> {
  const { rows } = await db.query<Pick<OrderRow, 'no' | 'state' | 'expiresAt' | 'lines'>>(
    'select no, state, expires_at as "expiresAt", lines from purchase where id = $1',
    [id],
  );
  return rows[0];
}
