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
 * A recharge is refunded from the balance, a package from revenue. An order for a service is refunded from where its holds
 * left the money: settled money is revenue, held money can't be refunded, and the rest is in the balance. A service paid from the balance is refunded by releasing its holds, not here.
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
  const sums = await sumHoldsOfOrder(db, id);
  if (!sums) return { balanceCents: 0, revenueCents: 0 };
  const { heldCents, settledCents } = sums;
  const went = await sumRefundsOfOrder(db, id);
  return {
    balanceCents: Math.max(0, amountCents - heldCents - settledCents - went.balanceCents),
    revenueCents: Math.max(0, settledCents - went.revenueCents),
  };
}

/**
 * The accounts that a refund is taken from, and that a failed refund returns to, each with the key of its transfers.
 */
export const sourcesOf = (
  { accountId }: Pick<OrderRow, 'accountId'>,
  { id, amountCents, fromBalanceCents }: Pick<RefundRow, 'id' | 'amountCents' | 'fromBalanceCents'>,
): { key: string; account: LedgerAccount; cents: number }[] =>
  [
    { key: id, account: { kind: 'balance', accountId } as const, cents: fromBalanceCents },
    { key: `${id}:revenue`, account: { kind: 'revenue' } as const, cents: amountCents - fromBalanceCents },
  ].filter(({ cents }) => cents > 0);
