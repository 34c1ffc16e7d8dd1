import type { OrderDetail, ReviewOutcome } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Outside } from '../../../providers/payment/payment.ts';

type Received = OrderDetail['received'][number];

interface ReceivedRow {
  way: Outside;
  amountCents: number;
  at: Date;
  isOver: boolean;
  outcome: ReviewOutcome | null;
}

/** Money that arrived for an order but isn't the amount due, identified as in `mismatches.ts`, oldest first. */
export async function findReceived(db: Client, orderId: string): Promise<Received[]> {
  const { rows } = await db.query<ReceivedRow & object>(
    `select a.provider as way, t.cents::float8 as "amountCents", t.at, d.key is not null as "isOver", (
       select v.outcome from provider_event e join payment_review v on v.issue_id = e.id
       where 'mismatch:' || e.provider || ':' || (e.reported ->> 'txn') = t.key limit 1) as outcome
     from ledger_transfer t join ledger_account a on a.id = t.from_account
     left join ledger_transfer d on d.key = 'mismatch-over:' || substr(t.key, 10)
     where t.subject = $1 and t.key like 'mismatch:%' order by t.id`,
    [orderId],
  );
  return rows.flatMap((row) => receivedOf(row) ?? []);
}

/** Null for money that never existed, or that the provider later reported correctly: then it paid the order. */
function receivedOf({ isOver, outcome, at, ...row }: ReceivedRow): Received | null {
  const state = !isOver ? 'review' : outcome === 'kept' ? 'kept' : outcome === 'paid-back' ? 'returned' : null;
  return state && { ...row, at: at.toISOString(), state };
}
