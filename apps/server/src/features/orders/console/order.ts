import {
  type ConsoleOrder,
  type ConsoleOrderDetail,
  type consoleOrderCalls,
  type InputOf,
  orderStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findBalance, findCosts, findPackageOfOrder, findTransfers, unusedCents } from '../../money/service.ts';
import { findRefundable } from '../refunds/sources.ts';
import type { OrderSubject } from '../subject.ts';
import { findNotifications, findRefundsWithStaff } from './order-store.ts';
import { findOrder, paymentsOfOrder } from './store.ts';

/** Everything about one order, read in one snapshot, so that price, payments and refunds are consistent. */
export async function consoleOrder(
  { orderNo }: InputOf<(typeof consoleOrderCalls)['consoleOrder']>,
  { db }: Context<'operator'>,
  subject: OrderSubject,
): Promise<ConsoleOrderDetail> {
  const found = await findOrder(db, orderNo);
  if (!found) throw new Refusal('NOT_FOUND');
  const { id, order, priceVersion, placedBy, closedAt } = found;
  const transfers = await findTransfers(db, id);
  return {
    ...order,
    placedBy,
    closedAt: closedAt?.toISOString() ?? null,
    payments: await paymentsOfOrder(db, id),
    notifications: await findNotifications(db, id),
    refunds: await findRefundsWithStaff(db, id),
    transfers: transfers.map(({ at, ...transfer }) => ({ ...transfer, at: at.toISOString() })),
    refundableCents: await refundableCents(db, { ...order, id }),
    ordered: await orderedOf(db, id, subject),
    package: await packageOf(db, { orderId: id, priceVersion }),
  };
}

/** The holder may have spent money that was returned to the balance. */
async function refundableCents(db: Client, order: ConsoleOrder & { id: string }): Promise<number> {
  if (!orderStateTable.after(order.state, 'refund', 'operator')) return 0;
  const refundable = await findRefundable(db, order);
  const { balanceCents } = await findBalance(db, order.accountId);
  return Math.min(refundable.balanceCents, balanceCents) + refundable.revenueCents;
}

async function orderedOf(db: Client, orderId: string, subject: OrderSubject): Promise<ConsoleOrderDetail['ordered']> {
  const { ordered } = await subject.show(db, orderId);
  const costs = await findCosts(
    db,
    ordered.map(({ ano }) => ano),
  );
  return ordered.map(({ ano, state }) => ({ ano, state, cost: costs.get(ano) ?? null }));
}

async function packageOf(
  db: Client,
  order: { orderId: string; priceVersion: number | null },
): Promise<ConsoleOrderDetail['package']> {
  const found = await findPackageOfOrder(db, order.orderId);
  return found
    ? { ...found, expiresAt: found.expiresAt.toISOString(), unusedCents: await unusedCents(db, order) }
    : null;
}
