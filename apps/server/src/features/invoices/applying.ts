import {
  type Delivery,
  type InputOf,
  type InvoiceDetail,
  type InvoiceHeader,
  type InvoiceKind,
  type invoiceCalls,
  invoicedBy,
  invoicePath,
  isForSpecial,
  say,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { newOrderNo } from '../../kit/order-numbers.ts';
import { Refusal } from '../../kit/refusal.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { address } from '../addresses/service.ts';
import { notify } from '../messages/service.ts';
import { headerFor } from './headers.ts';
import { clearOrders, freeOrders, lockOrders, type OrderRow, ordersOf, setOrders } from './order-store.ts';
import { detailOf, ownInvoice } from './reading.ts';
import {
  type InvoiceRow,
  insertInvoice,
  insertStep,
  lockInvoice,
  moveInvoice,
  nameOfLogin,
  setFile,
  updateApplication,
} from './store.ts';

type Calls = typeof invoiceCalls;
type User = Context<'user'>;

/** The amount is what stands in the database under lock: whoever applies says which orders, never how much. */
export async function apply(input: InputOf<Calls['apply']>, context: User): Promise<InvoiceDetail> {
  const { db, caller, now, audit } = context;
  const header = await headerFor(context, input.headerId);
  mustFit(input.kind, header);
  const delivery = await deliveryFor(context, input);
  if (!delivery) throw new Error('An application without delivery is refused by the contract.');
  const orders = await take(context, input.orderNos, { isWhole: true });
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
  await insertStep(db, id, { event: 'apply', at: now, reason: null, amountCents, loginId: caller.loginId });
  audit({ invoice: id, amountCents, orders: orders.length });
  return detailOf(db, id);
}

/** Over what of its orders is left: what was refunded meanwhile, or stands in another invoice, is not in it any more. */
export async function reapply(input: InputOf<Calls['reapply']>, context: User): Promise<InvoiceDetail> {
  const { db, caller, now, audit } = context;
  const { id } = await ownInvoice(db, caller.accountId, input.id);
  const row = await lockInvoice(db, id);
  if (!row || !invoicedBy(row.state, 'reapply')) throw new Refusal('STATE_FORBIDS');
  const header = input.headerId ? await headerFor(context, input.headerId) : row.header;
  const kind = input.kind ?? row.kind;
  mustFit(kind, header);
  const delivery = (await deliveryFor(context, input)) ?? row.delivery;
  const nos = (await ordersOf(db, id)).map(({ orderNo }) => orderNo);
  const orders = await take(context, nos, { isWhole: false });
  const amountCents = sumOf(orders);
  await clearOrders(db, id);
  await updateApplication(db, id, { kind, header, delivery, amountCents, now });
  await setOrders(db, id, orders);
  await insertStep(db, id, { event: 'reapply', at: now, reason: null, amountCents, loginId: caller.loginId });
  audit({ invoice: id, amountCents, orders: orders.length });
  return detailOf(db, id);
}

/** Before it is decided: of an operator who decides at the same moment, one of the two is refused. */
export async function withdraw(input: InputOf<Calls['withdraw']>, context: User): Promise<InvoiceDetail> {
  const { db, caller, now, audit } = context;
  const { id } = await ownInvoice(db, caller.accountId, input.id);
  const row = await lockInvoice(db, id);
  const to = row && invoicedBy(row.state, 'withdraw');
  if (!to) throw new Refusal('STATE_FORBIDS');
  const { amountCents } = row;
  await moveInvoice(db, id, to, null);
  // What an operator attached already is of no invoice any more, and is swept.
  await setFile(db, id, null);
  await insertStep(db, id, { event: 'withdraw', at: now, reason: null, amountCents, loginId: caller.loginId });
  if (caller.role !== 'main') await tellHolder(context, row);
  audit({ invoice: id, amountCents });
  return detailOf(db, id);
}

async function tellHolder({ db, caller }: User, { id, accountId, applicationNo, amountCents }: InvoiceRow) {
  const name = await nameOfLogin(db, caller.loginId);
  const values = { name, application: applicationNo, amount: formatYuan(amountCents) };
  const said = say('message.invoice-withdrawn', values);
  await notify(db, { accountId, kind: 'billing', said, link: invoicePath(id) });
}

function mustFit(kind: InvoiceKind, header: InvoiceHeader): void {
  if (kind === 'special' && !isForSpecial(header)) throw new Refusal('HEADER_INCOMPLETE');
}

/** Null where nothing is said of it. @throws Refusal NOT_FOUND of an address that the account does not have */
async function deliveryFor(
  context: User,
  { email, addressId }: { email?: string | undefined; addressId?: string | undefined },
): Promise<Delivery | null> {
  if (email) return { by: 'email', email };
  if (!addressId) return null;
  const { recipient, phone, region, detail } = await address({ id: addressId }, context);
  return { by: 'paper', recipient, phone, region, detail };
}

/** Holds them until the transaction ends. @throws Refusal ORDER_NOT_INVOICEABLE, also of another account's */
async function take(
  { db, caller }: User,
  nos: readonly string[],
  { isWhole }: { isWhole: boolean },
): Promise<OrderRow[]> {
  await lockOrders(db, caller.accountId, nos);
  const free = await freeOrders(db, caller.accountId, nos);
  const missing = nos.find((no) => !free.some(({ orderNo }) => orderNo === no));
  if (free.length === 0 || (isWhole && missing !== undefined))
    throw new Refusal('ORDER_NOT_INVOICEABLE', { values: { order: missing ?? '' } });
  return free;
}

const sumOf = (orders: readonly OrderRow[]): number => orders.reduce((sum, { leftCents }) => sum + leftCents, 0);
