import type { Client } from '../../../database/client.ts';
import type { Paid } from '../../../providers/payment/payment.ts';

/**
 * `known`: it was recorded before. `mismatch`: it doesn't match the request, and the money is set aside. `unknown`: the
 * payment doesn't exist.
 */
export type SettlementOutcome = 'settled' | 'stray' | 'known' | 'mismatch' | 'unknown';

/** Outcome of a notification; `nothing` if it is not about money. */
export type NotificationOutcome = SettlementOutcome | 'nothing';

/** Records a notification. @returns the outcome recorded before; undefined if it is new */
export async function insertNotification(
  db: Client,
  o: { provider: string; eventId: string; paid: Paid | null; now: Date },
): Promise<NotificationOutcome | undefined> {
  const { rowCount } = await db.query(
    `insert into provider_event (provider, event_id, outcome, reported, received_at) values ($1, $2, 'nothing', $3, $4)
     on conflict do nothing`,
    [o.provider, o.eventId, JSON.stringify(o.paid), o.now],
  );
  if (rowCount === 1) return undefined;
  const { rows } = await db.query<{ outcome: NotificationOutcome }>(
    'select outcome from provider_event where provider = $1 and event_id = $2',
    [o.provider, o.eventId],
  );
  return rows[0]?.outcome ?? 'nothing';
}

export async function setNotificationOutcome(
  db: Client,
  o: { provider: string; eventId: string; outcome: SettlementOutcome; paymentId: string | null },
): Promise<void> {
  await db.query('update provider_event set outcome = $3, payment_id = $4 where provider = $1 and event_id = $2', [
    o.provider,
    o.eventId,
    o.outcome,
    o.paymentId,
  ]);
}

/** Records a provider's answer that doesn't match the requested payment, once for each payment. */
export async function insertMismatchedAnswer(
  db: Client,
  o: { provider: string; paymentId: string; paid: Paid },
): Promise<void> {
  await db.query(
    `insert into provider_event (provider, event_id, payment_id, outcome, reported) values ($1, $2, $3, 'mismatch', $4)
     on conflict do nothing`,
    [o.provider, `query ${o.paymentId}`, o.paymentId, JSON.stringify(o.paid)],
  );
}
