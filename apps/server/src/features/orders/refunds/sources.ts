import type { Client } from '../../../database/client.ts';
import { type LedgerAccount, sumHoldsOfOrder } from '../../money/service.ts';
import type { OrderRow } from '../store.ts';
import { type RefundRow, sumRefundsOfOrder } from './store.ts';

/** Refundable amounts of an order, in cents, by the account they would come from. */
export interface Refundable {
  balanceCents: number;
  revenueCents: number;
}

/**
 * A recharge is refunded from the balance, a package from revenue. An order for a service is refunded from where the latest hold
 * of each of its pages left the money: settled is revenue, released is in the balance, and what is still held can't be refunded.
 * A service paid from the balance is refunded with its holds, not here.
 */
export async function findRefundable(
  db: Client,
  {
    id,
    kind,
    paidBy,
    amountCents,
    refundedCents,
  }: Pick<OrderRow, 'id' | 'kind' | 'paidBy' | 'amountCents' | 'refundedCents'>,
): Promise<Refundable> {
  const left = amountCents - refundedCents;
  if (kind === 'recharge') return { balanceCents: left, revenueCents: 0 };
  if (kind === 'package') return { balanceCents: 0, revenueCents: left };
  if (paidBy === 'balance') return { balanceCents: 0, revenueCents: 0 };
  const { releasedCents, settledCents } = await sumHoldsOfOrder(db, id);
  const went = await sumRefundsOfOrder(db, id);
  return {
    balanceCents: Math.max(0, releasedCents - went.balanceCents),
    revenueCents: Math.max(0, settledCents - went.revenueCents),
  };
}

/** The accounts a refund is taken from, and to which a failed one returns, each with the key of its transfers. */
export const sourcesOf = (
  { accountId }: Pick<OrderRow, 'accountId'>,
  { id, amountCents, fromBalanceCents }: Pick<RefundRow, 'id' | 'amountCents' | 'fromBalanceCents'>,
): { key: string; account: LedgerAccount; cents: number }[] =>
  [
    { key: id, account: { kind: 'balance', accountId } as const, cents: fromBalanceCents },
    { key: `${id}:revenue`, account: { kind: 'revenue' } as const, cents: amountCents - fromBalanceCents },
  ].filter(({ cents }) => cents > 0);
