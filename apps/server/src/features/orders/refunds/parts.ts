import type { Client } from '../../../database/client.ts';
import type { LedgerAccount } from '../../money/service.ts';
import type { OrderRow } from '../store.ts';
import type { RefundRow } from './store.ts';

/** What of a payment can go back, in cents, by where it stands. */
export interface Standing {
  balanceCents: number;
  revenueCents: number;
}

/**
 * A recharge stands in the balance, a package was sold. What was ordered by itself is charged, or came back to the balance, page
 * by page as its last try left it; what is still held for it is in neither. What the balance paid for a service comes back to it with each charge.
 */
export async function standingOf(
  db: Client,
  {
    id,
    kind,
    paidBy,
    amountCents,
    refundedCents,
  }: Pick<OrderRow, 'id' | 'kind' | 'paidBy' | 'amountCents' | 'refundedCents'>,
): Promise<Standing> {
  const left = amountCents - refundedCents;
  if (kind === 'recharge') return { balanceCents: left, revenueCents: 0 };
  if (kind === 'package') return { balanceCents: 0, revenueCents: left };
  if (paidBy === 'balance') return { balanceCents: 0, revenueCents: 0 };
  const { rows } = await db.query<Standing>(
    `select greatest(came.released - went.balance, 0)::float8 as "balanceCents",
       greatest(came.captured - went.revenue, 0)::float8 as "revenueCents"
     from (select coalesce(sum(balance_cents) filter (where state = 'released'), 0) as released,
         coalesce(sum(balance_cents) filter (where state = 'captured'), 0) as captured
       from (select distinct on (subject) state, balance_cents from charge where order_id = $1 order by subject, id desc) last) came,
       (select coalesce(sum(r.from_balance_cents), 0) as balance,
         coalesce(sum(r.amount_cents - r.from_balance_cents), 0) as revenue
       from refund r join payment p on p.id = r.payment_id
       where p.order_id = $1 and p.state = 'paid' and r.state <> 'failed') went`,
    [id],
  );
  return rows[0] ?? { balanceCents: 0, revenueCents: 0 };
}

/** Where a refund is taken from, and where what could not be paid out goes again. `key`: of the transfers of each. */
export const partsOf = (
  { accountId }: Pick<OrderRow, 'accountId'>,
  { id, amountCents, fromBalanceCents }: Pick<RefundRow, 'id' | 'amountCents' | 'fromBalanceCents'>,
): { key: string; account: LedgerAccount; cents: number }[] =>
  [
    { key: id, account: { kind: 'balance', accountId } as const, cents: fromBalanceCents },
    { key: `${id}:revenue`, account: { kind: 'revenue' } as const, cents: amountCents - fromBalanceCents },
  ].filter(({ cents }) => cents > 0);
