import { countedTo, type InvoiceableOrder, type OrderKind, type OrderLine, type PayWay } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface OrderRow {
  id: string;
  orderNo: string;
  kind: OrderKind;
  lines: OrderLine[];
  paidAt: Date;
  paidBy: PayWay;
  amountCents: number;
  refundedCents: number;
  leftCents: number;
}

const columns = `v.id, v.no as "orderNo", v.kind, v.lines, v.paid_at as "paidAt", v.provider as "paidBy",
  v.amount_cents::float8 as "amountCents", v.refunded_cents::float8 as "refundedCents", v.left_cents::float8 as "leftCents"`;
const free = `v.account_id = $1 and not exists (select from invoice_order l where l.order_id = v.id and l.is_living)`;

export async function listInvoiceable(
  db: Client,
  accountId: string,
  { page, size }: { page: number; size: number },
): Promise<{ rows: OrderRow[]; total: number; sumCents: number }> {
  const { rows } = await db.query<OrderRow & object>(
    `select ${columns} from invoiceable_order v where ${free} order by v.id desc limit $2 offset $3`,
    [accountId, size, (page - 1) * size],
  );
  const counted = await db.query<{ total: number; sumCents: number }>(
    `select least(count(*), $2)::int as total, coalesce(sum(v.left_cents), 0)::float8 as "sumCents"
     from invoiceable_order v where ${free}`,
    [accountId, countedTo({ page, size })],
  );
  return { rows, total: counted.rows[0]?.total ?? 0, sumCents: counted.rows[0]?.sumCents ?? 0 };
}

/**
 * Locks orders of the account until the transaction ends, against refunds and other invoices (`lockOrder` takes the same row
 * lock). Sorted by id, so that two transactions never wait for each other.
 */
export async function lockOrders(db: Client, accountId: string, nos: readonly string[]): Promise<void> {
  await db.query(`select from order_ where account_id = $1 and no = any($2) order by id for no key update`, [
    accountId,
    nos,
  ]);
}

/** Returns those of the given orders that have an amount left to invoice and are in no active invoice. */
export async function findFreeOrders(db: Client, accountId: string, nos: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await db.query<OrderRow & object>(
    `select ${columns} from invoiceable_order v where ${free} and v.no = any($2) order by v.id`,
    [accountId, nos],
  );
  return rows;
}

/** Call before a rejected invoice becomes active again: some of its orders may be in another one by now. */
export async function clearOrders(db: Client, invoiceId: string): Promise<void> {
  await db.query('delete from invoice_order where invoice_id = $1', [invoiceId]);
}

export async function setOrders(db: Client, invoiceId: string, orders: readonly OrderRow[]): Promise<void> {
  await db.query(
    `insert into invoice_order (invoice_id, is_living, order_id, amount_cents)
     select $1, true, * from unnest($2::uuid[], $3::bigint[])`,
    [invoiceId, orders.map(({ id }) => id), orders.map(({ leftCents }) => leftCents)],
  );
}

export interface InvoicedOrderRow {
  orderNo: string;
  kind: OrderKind;
  lines: OrderLine[];
  paidAt: Date;
  amountCents: number;
  leftCents: number;
}

/** Orders with their amount in the invoice and the amount it could have now (0 if the order is in another invoice). */
export async function ordersOf(db: Client, invoiceId: string): Promise<InvoicedOrderRow[]> {
  const { rows } = await db.query<InvoicedOrderRow & object>(
    `select o.no as "orderNo", o.kind, o.lines, o.paid_at as "paidAt", l.amount_cents::float8 as "amountCents",
       coalesce(v.left_cents, 0)::float8 as "leftCents"
     from invoice_order l join order_ o on o.id = l.order_id
     left join invoiceable_order v on v.id = l.order_id
       and not exists (select from invoice_order other
         where other.order_id = l.order_id and other.is_living and other.invoice_id <> l.invoice_id)
     where l.invoice_id = $1 order by o.id`,
    [invoiceId],
  );
  return rows;
}

export const invoiceableOf = ({ id: _id, leftCents, paidAt, ...row }: OrderRow): InvoiceableOrder => ({
  ...row,
  paidAt: paidAt.toISOString(),
  invoiceableCents: leftCents,
});
