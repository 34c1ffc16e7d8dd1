import type { ConsoleOrderDetail } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { readNotification } from './issue-store.ts';

type Notifications = ConsoleOrderDetail['notifications'];

/** The latest notifications about an order's payments. */
export async function findNotifications(db: Client, orderId: string): Promise<Notifications> {
  type Row = Omit<Notifications[number], 'at' | 'reported'> & { at: Date; reported: unknown };
  const { rows } = await db.query<Row>(
    `select e.provider, e.event_id as "eventId", e.received_at as at, e.outcome, e.reported
     from provider_event e join payment p on p.id = e.payment_id where p.order_id = $1
     order by e.received_at desc limit 100`,
    [orderId],
  );
  return rows.map(({ at, reported, ...row }) => ({
    ...row,
    at: at.toISOString(),
    reported: readNotification(reported),
  }));
}

type Refunds = ConsoleOrderDetail['refunds'];

/** The refunds of an order, with who requested them. */
export async function findRefundsWithStaff(db: Client, orderId: string): Promise<Refunds> {
  type Row = Omit<Refunds[number], 'askedAt' | 'endedAt'> & { askedAt: Date; endedAt: Date | null };
  const { rows } = await db.query<Row>(
    `select r.id as "refundId", r.amount_cents::float8 as "amountCents", r.state, r.asked_at as "askedAt",
       r.ended_at as "endedAt", r.why, r.reason, s.name as by, p.provider
     from refund r join payment p on p.id = r.payment_id left join staff s on s.id = r.staff_id
     where p.order_id = $1 order by r.id`,
    [orderId],
  );
  return rows.map(({ askedAt, endedAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}
