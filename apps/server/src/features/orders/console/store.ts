import {
  type ConsoleOrder,
  type ConsolePayment,
  isOrderNo,
  type OrderKind,
  type OrderState,
  type PaymentState,
  type PayWay,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Conditions } from '../../../database/conditions.ts';
import { listPage } from '../../../database/listing.ts';
import { isDeclined, reviewedCents } from '../store.ts';

interface Page {
  page: number;
  size: number;
}

interface Period {
  since?: string | undefined;
  until?: string | undefined;
}

type Wanted<State> = Page & Period & { state?: State | undefined; provider?: PayWay | undefined; search: string };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Searches by order number, account id, the provider's number of a payment, or a part of the account's name. */
function search(conditions: Conditions, text: string): void {
  if (text === '') return;
  if (isOrderNo(text)) conditions.add('o.no = $', text);
  else if (uuid.test(text)) conditions.add('o.account_id = $', text);
  else
    conditions.add(
      `(o.id in (select order_id from payment where provider_txn = $) or position(lower($) in lower(a.name)) > 0)`,
      text,
    );
}

const orderColumns = `o.no as "orderNo", o.kind, o.state, o.lines, o.amount_cents::float8 as "amountCents",
  coalesce(p.refunded_cents, 0)::float8 as "refundedCents", o.created_at as "createdAt", o.expires_at as "expiresAt",
  o.paid_at as "paidAt", p.provider as "paidBy", ${reviewedCents} as "reviewedCents", ${isDeclined} as "isDeclined",
  o.account_id as "accountId", a.name as "accountName"`;
const orders = `order_ o join account a on a.id = o.account_id left join payment p on p.order_id = o.id and p.state = 'paid'`;

const paymentColumns = `p.id as "paymentId", o.no as "orderNo", o.account_id as "accountId", a.name as "accountName", p.provider,
  p.state, p.amount_cents::float8 as "amountCents", p.refunded_cents::float8 as "refundedCents", p.provider_txn as txn,
  p.created_at as "createdAt", p.paid_at as "paidAt", p.asked_at as "askedAt", p.times_asked as "timesAsked"`;
const payments = 'payment p join order_ o on o.id = p.order_id join account a on a.id = o.account_id';

type Dated<T> = { [K in keyof T]: K extends `${string}At` ? (null extends T[K] ? Date | null : Date) : T[K] };

const orderOf = (row: Dated<ConsoleOrder>): ConsoleOrder => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
});

const paymentOf = (row: Dated<ConsolePayment>): ConsolePayment => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  askedAt: row.askedAt?.toISOString() ?? null,
});

export async function findOrders(
  db: Client,
  wanted: Wanted<OrderState> & { kind?: OrderKind | undefined },
): Promise<{ list: ConsoleOrder[]; total: number }> {
  const conditions = new Conditions();
  conditions.add('o.created_at >= $', wanted.since);
  conditions.add('o.created_at < $', wanted.until);
  conditions.add('o.state = $', wanted.state);
  conditions.add('o.kind = $', wanted.kind);
  conditions.add('p.provider = $', wanted.provider);
  search(conditions, wanted.search);
  const { values } = conditions;
  const listing = {
    columns: orderColumns,
    from: orders,
    where: `${conditions}`,
    by: 'o.created_at desc, o.id desc',
    values,
  };
  const { rows, total } = await listPage<Dated<ConsoleOrder>>(db, listing, wanted);
  return { list: rows.map(orderOf), total };
}

export async function findPayments(
  db: Client,
  wanted: Wanted<PaymentState>,
): Promise<{ list: ConsolePayment[]; total: number }> {
  const conditions = new Conditions();
  conditions.add('p.created_at >= $', wanted.since);
  conditions.add('p.created_at < $', wanted.until);
  conditions.add('p.state = $', wanted.state);
  conditions.add('p.provider = $', wanted.provider);
  search(conditions, wanted.search);
  const { values } = conditions;
  const listing = {
    columns: paymentColumns,
    from: payments,
    where: `${conditions}`,
    by: 'p.created_at desc, p.id desc',
    values,
  };
  const { rows, total } = await listPage<Dated<ConsolePayment>>(db, listing, wanted);
  return { list: rows.map(paymentOf), total };
}

interface OrderFacts {
  id: string;
  priceVersion: number | null;
  placedBy: string;
  closedAt: Date | null;
}

export async function findOrder(db: Client, no: string): Promise<(OrderFacts & { order: ConsoleOrder }) | undefined> {
  const { rows } = await db.query<Dated<ConsoleOrder> & OrderFacts>(
    `select ${orderColumns}, o.id, o.price_version as "priceVersion", l.name as "placedBy", o.closed_at as "closedAt" from ${orders}
     join login l on l.id = o.login_id where o.no = $1`,
    [no],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { id, priceVersion, placedBy, closedAt, ...order } = row;
  return { id, priceVersion, placedBy, closedAt, order: orderOf(order) };
}

export async function paymentsOfOrder(db: Client, orderId: string): Promise<ConsolePayment[]> {
  const { rows } = await db.query<Dated<ConsolePayment>>(
    `select ${paymentColumns} from ${payments} where p.order_id = $1 order by p.id`,
    [orderId],
  );
  return rows.map(paymentOf);
}
