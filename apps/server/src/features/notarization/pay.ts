import type { InputOf, notarizationCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { placeHold } from '../money/service.ts';
import { type OrderSubject, placeServiceOrder } from '../orders/service.ts';
import { applicantActor, lockOwnMatter, originOf } from './access.ts';
import { beginIdentification, systemActor } from './identification.ts';
import { moveMatter } from './lifecycle.ts';
import { findMatter, lockMatterOfOrder, type MatterDbRow } from './store.ts';

type Calls = typeof notarizationCalls;

/** The fee fixed at acceptance. @throws Refusal STATE_FORBIDS before the matter is accepted */
function fixedFee({ feeUnits: quantity, feePriceVersion: version, feeCents }: MatterDbRow) {
  if (quantity === null || version === null || feeCents === null) throw new Refusal('STATE_FORBIDS');
  return { quantity, version, unitCents: feeCents / quantity };
}

/** Pays at once from packages and balance, or places an order; the fee is held until the deed is issued. */
export async function payMatter(
  { id, way }: InputOf<Calls['payMatter']>,
  context: Context<'user'>,
): Promise<{ orderNo: string | null }> {
  const { db, services, caller, now, audit } = context;
  const { jobs } = services;
  const row = await lockOwnMatter(context, id);
  const { quantity, ...price } = fixedFee(row);
  const opening = { actor: await applicantActor(context), origin: originOf(context), now };
  audit({ matter: row.no, way });
  if (way === 'order') {
    const order = await placeServiceOrder(context, { service: 'notarization', quantity, ...price });
    const set = { order_id: order.id };
    await moveMatter(db, jobs, row, { event: 'open-order', ...opening, facts: { order: order.no }, set });
    return { orderNo: order.no };
  }
  await moveMatter(db, jobs, row, { event: 'open-order', ...opening, facts: { way } });
  const { accountId, loginId } = caller;
  await placeHold(db, { accountId, loginId, service: 'notarization', quantity, subject: row.no, now, price });
  await recordPayment(context, { id, now, facts: { way } });
  return { orderNo: null };
}

async function recordPayment(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { id, now, facts }: { id: string; now: Date; facts: Record<string, unknown> },
): Promise<void> {
  const row = await findMatter(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  const event = 'payment-succeeded';
  await moveMatter(db, services.jobs, row, { event, actor: systemActor, origin: null, now, facts });
  await beginIdentification(db, services.jobs, id, now);
}

/** Matters in state `paying`, until the order for their fee is paid or closed. */
export const unpaidMatters: OrderSubject = {
  lock: async (db, orderId) => ((await lockMatterOfOrder(db, orderId)) ? 1 : 0),
  async begin(db, { order, loginId, isFromBalance, now, jobs }) {
    const row = await lockMatterOfOrder(db, order.id);
    if (!row) return;
    const [line] = order.lines;
    const { id: orderId, accountId, priceVersion: version } = order;
    if (!line || version === null) throw new Error(`Order ${order.no} is for no service.`);
    const { quantity, unitCents } = line;
    const ordered = { version, unitCents, orderId: isFromBalance ? null : orderId };
    await placeHold(db, { accountId, loginId, service: 'notarization', quantity, subject: row.no, now, ordered });
    const facts = { order: order.no };
    const event = 'payment-succeeded';
    await moveMatter(db, jobs, row, { event, actor: systemActor, origin: null, now, facts });
    await beginIdentification(db, jobs, row.id, now);
  },
  async lapse(db, { orderId, who, loginId, now, jobs }) {
    const row = await lockMatterOfOrder(db, orderId);
    if (!row) return;
    const isClock = who === 'clock';
    const actor = isClock ? systemActor : await applicantActor({ db, caller: { loginId } });
    const event = isClock ? 'order-expired' : 'close-order';
    await moveMatter(db, jobs, row, { event, actor, origin: null, now, set: { order_id: null } });
  },
  show: async () => ({ ordered: [], batchId: null, chosen: null }),
};
