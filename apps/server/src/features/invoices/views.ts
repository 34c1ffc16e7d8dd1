import type { InputOf, Invoice, InvoiceDetail, invoiceCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { invoiceableOf, listInvoiceable, ordersOf } from './order-store.ts';
import { findInvoice, type InvoiceRow, listInvoices, stepsOf } from './store.ts';

type Calls = typeof invoiceCalls;
type User = Context<'user'>;

export async function invoiceableOrders(input: InputOf<Calls['invoiceableOrders']>, { db, caller }: User) {
  const { rows, ...counted } = await listInvoiceable(db, caller.accountId, input);
  return { list: rows.map(invoiceableOf), ...counted };
}

export async function list(input: InputOf<Calls['list']>, { db, caller }: User) {
  const { rows, total } = await listInvoices(db, { ...input, accountId: caller.accountId });
  return { list: rows.map(invoiceOf), total };
}

export async function info({ id }: { id: string }, { db, caller }: User): Promise<InvoiceDetail> {
  await ownInvoice(db, caller.accountId, id);
  return detailOf(db, id);
}

/** @throws Refusal NOT_FOUND, also for an invoice of another account */
export async function ownInvoice(db: Client, accountId: string, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id);
  if (row?.accountId !== accountId) throw new Refusal('NOT_FOUND');
  return row;
}

export const invoiceOf = (row: InvoiceRow): Invoice => ({
  id: row.id,
  applicationNo: row.applicationNo,
  kind: row.kind,
  state: row.state,
  title: row.header.title,
  amountCents: row.amountCents,
  orderCount: row.orderCount,
  appliedAt: row.appliedAt.toISOString(),
  issued: row.issued,
  reason: row.reason,
});

/** @throws Refusal NOT_FOUND */
export async function detailOf(db: Client, id: string): Promise<InvoiceDetail> {
  const row = await findInvoice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  const orders = await ordersOf(db, id);
  const steps = await stepsOf(db, id);
  return {
    ...invoiceOf(row),
    header: row.header,
    delivery: row.delivery,
    orders: orders.map((order) => ({ ...order, paidAt: order.paidAt.toISOString() })),
    steps: steps.map((step) => ({ ...step, at: step.at.toISOString() })),
    redFlushed: row.redFlushed,
    pdf: row.issued ? (row.fileKey ? 'file' : 'sheet') : null,
  };
}
