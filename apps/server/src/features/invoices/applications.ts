import {
  type Delivery,
  type InputOf,
  type InvoiceDetail,
  type InvoiceHeader,
  type InvoiceKind,
  type invoiceCalls,
  invoicePath,
  invoiceStateTable,
  isForSpecial,
  message,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { newOrderNo } from '../../kit/order-numbers.ts';
import { Refusal } from '../../kit/refusal.ts';
import { transition } from '../../kit/transition.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { address } from '../addresses/service.ts';
import { notify } from '../messages/service.ts';
import { headerFor } from './headers.ts';
import { clearOrders, findFreeOrders, lockOrders, type OrderRow, ordersOf, setOrders } from './order-store.ts';
import {
  applicationColumns,
  type InvoiceRow,
  insertInvoice,
  insertStep,
  invoiceLifecycle,
  lockInvoice,
  nameOfLogin,
} from './store.ts';
import { detailOf, ownInvoice } from './views.ts';

type Calls = typeof invoiceCalls;
type User = Context<'user'>;

/** The holder names orders, never an amount: the amount is the sum of the locked orders. */
export async function apply(input: InputOf<Calls['apply']>, context: User): Promise<InvoiceDetail> {
  const { db, caller, now, audit } = context;
  const header = await headerFor(context, input.headerId);
  requireCompleteHeader(input.kind, header);
  const delivery = await deliveryFor(context, input);
  if (!delivery) throw new Error('The contract refuses an application without delivery.');
  const orders = await lockFreeOrders(context, input.orderNos, { isEveryNeeded: true });
  const amountCents = sumOf(orders);
  const applicationNo = `FP${newOrderNo(now)}`;
  const id = await insertInvoice(db, caller.accountId, applicationNo, {
    kind: input.kind,
    header,
    delivery,
    amountCents,
    now,
  });
  await setOrders(db, id, orders);
  await insertStep(db, id, 'apply', { at: now, reason: null, amountCents, by: { loginId: caller.loginId } });
  audit({ invoice: id, amountCents, orders: orders.length });
  return detailOf(db, id);
}

/** Covers what is left of the orders: refunded orders, and those meanwhile in another invoice, drop out. */
export async function reapply(input: InputOf<Calls['reapply']>, context: User): Promise<InvoiceDetail> {
  const { db, caller, now, audit } = context;
  const { id } = await ownInvoice(db, caller.accountId, input.id);
  const row = await lockInvoice(db, id);
  if (!row || !invoiceStateTable.after(row.state, 'reapply', 'holder')) throw new Refusal('STATE_FORBIDS');
  const header = input.headerId ? await headerFor(context, input.headerId) : row.header;
  const kind = input.kind ?? row.kind;
  requireCompleteHeader(kind, header);
  const delivery = (await deliveryFor(context, input)) ?? row.delivery;
  const nos = (await ordersOf(db, id)).map(({ orderNo }) => orderNo);
  const orders = await lockFreeOrders(context, nos, { isEveryNeeded: false });
  const amountCents = sumOf(orders);
  await clearOrders(db, id);
  await transition(db, invoiceLifecycle, id, {
    event: 'reapply',
    who: 'holder',
    detail: { at: now, reason: null, amountCents, by: { loginId: caller.loginId } },
    set: applicationColumns({ kind, header, delivery, amountCents, now }),
  });
  await setOrders(db, id, orders);
  audit({ invoice: id, amountCents, orders: orders.length });
  return detailOf(db, id);
}

export async function withdraw(input: InputOf<Calls['withdraw']>, context: User): Promise<InvoiceDetail> {
  const { db, caller, now, audit } = context;
  const row = await ownInvoice(db, caller.accountId, input.id);
  const { id, amountCents } = row;
  await transition(db, invoiceLifecycle, id, {
    event: 'withdraw',
    who: 'holder',
    detail: { at: now, reason: null, amountCents, by: { loginId: caller.loginId } },
    // The sweep removes a file that an operator has already attached.
    set: { file_key: null },
  });
  if (caller.role !== 'main') await notifyHolder(context, row);
  audit({ invoice: id, amountCents });
  return detailOf(db, id);
}

async function notifyHolder({ db, caller }: User, { id, accountId, applicationNo, amountCents }: InvoiceRow) {
  const name = await nameOfLogin(db, caller.loginId);
  const values = { name, application: applicationNo, amount: formatYuan(amountCents) };
  const sentence = message('message.invoice-withdrawn', values);
  await notify(db, { accountId, kind: 'billing', message: sentence, link: invoicePath(id) });
}

function requireCompleteHeader(kind: InvoiceKind, header: InvoiceHeader): void {
  if (kind === 'special' && !isForSpecial(header)) throw new Refusal('HEADER_INCOMPLETE');
}

/** @returns null if the input names no delivery. @throws Refusal NOT_FOUND for an address of another account */
async function deliveryFor(
  context: User,
  { email, addressId }: { email?: string | undefined; addressId?: string | undefined },
): Promise<Delivery | null> {
  if (email) return { by: 'email', email };
  if (!addressId) return null;
  const { recipient, phone, region, detail } = await address({ id: addressId }, context);
  return { by: 'paper', recipient, phone, region, detail };
}

/** Locks the orders until the transaction ends. @throws Refusal ORDER_NOT_INVOICEABLE, also for another account's order */
async function lockFreeOrders(
  { db, caller }: User,
  nos: readonly string[],
  { isEveryNeeded }: { isEveryNeeded: boolean },
): Promise<OrderRow[]> {
  await lockOrders(db, caller.accountId, nos);
  const free = await findFreeOrders(db, caller.accountId, nos);
  const missing = nos.find((no) => !free.some(({ orderNo }) => orderNo === no));
  if (free.length === 0 || (isEveryNeeded && missing !== undefined))
    throw new Refusal('ORDER_NOT_INVOICEABLE', { values: { order: missing ?? '' } });
  return free;
}

const sumOf = (orders: readonly OrderRow[]): number => orders.reduce((sum, { leftCents }) => sum + leftCents, 0);
