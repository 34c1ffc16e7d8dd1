import {
  type InputOf,
  mostUnpaid,
  type OrderDetail,
  type OrderLine,
  type orderCalls,
  orderMinutes,
  orderStateTable,
  type PayWay,
  paymentStateTable,
  type Service,
  serviceWords,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { maySeeEvidenceOf } from '../../http/policy.ts';
import { newOrderNo } from '../../kit/order-numbers.ts';
import { Refusal } from '../../kit/refusal.ts';
import { takes } from '../../providers/payment/payment.ts';
import { findBalance, findProductsForSale } from '../money/service.ts';
import { closeOrderUnpaid } from './lifecycle.ts';
import { findReceived } from './payments/received-store.ts';
import { findPayments, type PaymentRow } from './payments/store.ts';
import { findRefunds } from './refunds/store.ts';
import { countUnpaid, findOrder, insertOrder, listOrders, lockOrder, type OrderRow, orderOf } from './store.ts';
import type { OrderSubject } from './subject.ts';

type Calls = typeof orderCalls;

export async function recharge({ amountCents }: InputOf<Calls['recharge']>, context: Context<'user'>) {
  return orderOf(await place(context, 'recharge', null, rechargeLine(amountCents)));
}

export const rechargeLine = (unitCents: number): OrderLine => ({
  code: null,
  name: { zh: '账户余额充值', en: 'Balance top-up' },
  quantity: 1,
  unitCents,
});

export async function orderPackage({ code }: InputOf<Calls['orderPackage']>, context: Context<'user'>) {
  const { version, products } = await findProductsForSale(context.db, context.now);
  const product = products.find((one) => one.code === code);
  if (!product) throw new Refusal('NOT_FOUND');
  const { name, priceCents: unitCents } = product;
  return orderOf(await place(context, 'package', version, { code, name, quantity: 1, unitCents }));
}

/**
 * Places an order for a service; its subject waits until it is paid.
 * @throws Refusal ORDERS_OPEN
 */
export async function placeServiceOrder(
  context: Context<'user'>,
  { service, quantity, version, unitCents }: { service: Service; quantity: number; version: number; unitCents: number },
): Promise<OrderRow> {
  if ((await countUnpaid(context.db, context.caller.accountId)) >= mostUnpaid) throw new Refusal('ORDERS_OPEN');
  const [zh, en] = serviceWords[service].name;
  return place(context, 'service', version, { code: service, name: { zh, en }, quantity, unitCents });
}

async function place(
  context: Context<'user'>,
  kind: OrderRow['kind'],
  priceVersion: number | null,
  line: OrderLine,
): Promise<OrderRow> {
  const { db, caller, now, audit } = context;
  const no = newOrderNo(now);
  await insertOrder(db, {
    no,
    accountId: caller.accountId,
    loginId: caller.loginId,
    kind,
    lines: [line],
    priceVersion,
    createdAt: now,
    expiresAt: expiryOf(now),
  });
  audit({ order: no });
  return requireOrder(db, caller.accountId, no);
}

/** Payment deadline of an order placed now. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + orderMinutes * 60_000);

export async function orders(input: InputOf<Calls['orders']>, { db, caller }: Context<'user'>) {
  const { rows, total } = await listOrders(db, { ...input, accountId: caller.accountId });
  return { list: rows.map(orderOf), total };
}

export async function order(
  { orderNo }: InputOf<Calls['order']>,
  { db, caller, services, now }: Context<'user'>,
  subject: OrderSubject,
): Promise<OrderDetail> {
  const row = await requireOrder(db, caller.accountId, orderNo);
  const { balanceCents } = await findBalance(db, caller.accountId);
  const taking = [...services.payments.values()].filter((provider) => takes(provider, row.amountCents));
  const outside: PayWay[] = taking.map(({ name }) => name);
  // The balance comes last: a user who orders a service separately didn't want to use it.
  const waysOf: Record<OrderRow['kind'], PayWay[]> = {
    recharge: outside,
    package: ['balance', ...outside],
    service: [...outside, 'balance'],
  };
  const ways = waysOf[row.kind];
  const isOpen = isPayable(row, now) && row.reviewedCents === 0;
  const isShown = row.kind === 'service' && maySeeEvidenceOf(caller, row.loginId);
  const shown = isShown ? await subject.show(db, row.id) : null;
  return {
    ...orderOf(row),
    ways: isOpen ? ways.map((way) => ({ way, isEnough: way !== 'balance' || balanceCents >= row.amountCents })) : [],
    balanceCents,
    ordered: shown?.ordered.map(({ ano, url }) => ({ ano, url })) ?? [],
    batchId: shown?.batchId ?? null,
    chosen: shown?.chosen ?? null,
    attempt: attemptOf(await findPayments(db, row.id)),
    received: await findReceived(db, row.id),
    refunds: await findRefunds(db, row.id),
  };
}

/** Whether an order still awaits its payment. */
export const isPayable = ({ state, expiresAt }: Pick<OrderRow, 'state' | 'expiresAt'>, now: Date): boolean =>
  orderStateTable.after(state, 'pay', 'holder') !== undefined && expiresAt > now;

function attemptOf(payments: readonly PaymentRow[]): OrderDetail['attempt'] {
  const last = payments.findLast(({ state }) => paymentStateTable.after(state, 'close', 'clock') !== undefined);
  if (!last) return null;
  const { provider: way, declinedAt, askedAt } = last;
  return { way, isDeclined: declinedAt !== null, checkedAt: askedAt?.toISOString() ?? null };
}

export async function checkOrder({ orderNo }: InputOf<Calls['checkOrder']>, context: Context<'user'>): Promise<null> {
  const { db, caller, services, now } = context;
  const { id } = await requireOrder(db, caller.accountId, orderNo);
  const open = (await findPayments(db, id)).filter(({ state }) => paymentStateTable.after(state, 'close', 'clock'));
  for (const payment of open)
    if (!payment.askedAt || now.getTime() - payment.askedAt.getTime() > askedAgainMs)
      await services.jobs.send(db, 'ask-payment', { id: payment.id });
  return null;
}

/** Limits how often the service asks a provider, however often a page polls. */
const askedAgainMs = 3_000;

export async function closeOrder(
  { orderNo }: InputOf<Calls['closeOrder']>,
  context: Context<'user'>,
  subject: OrderSubject,
): Promise<null> {
  const { db, caller, services, now, audit } = context;
  await requireOrder(db, caller.accountId, orderNo);
  const row = await lockOrder(db, { no: orderNo });
  if (!row || !orderStateTable.after(row.state, 'close', 'holder')) throw new Refusal('ORDER_OVER');
  const { loginId } = caller;
  await closeOrderUnpaid(db, { who: 'holder', order: row, loginId, now, jobs: services.jobs, subject });
  audit({ order: orderNo });
  return null;
}

/** Finds an order of the account. @throws Refusal NOT_FOUND */
export async function requireOrder(db: Client, accountId: string, no: string): Promise<OrderRow> {
  const row = await findOrder(db, no);
  if (row?.accountId !== accountId) throw new Refusal('NOT_FOUND');
  return row;
}
