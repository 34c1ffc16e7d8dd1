import { type Chosen, Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { placeHold } from '../../money/service.ts';
import type { OrderRow } from '../../orders/service.ts';
import { moveAttestation } from '../lifecycle.ts';

/** What was ordered by an order, in the order in which it was, and how. */
export async function orderedWith(
  db: Client,
  orderId: string,
): Promise<{ ordered: { ano: string; url: string }[]; chosen: Chosen | null }> {
  const { rows } = await db.query<{ ano: string; url: string; chosen: Chosen }>(
    `select ano, url, json_build_object('labels', labels, 'remark', remark, 'dismissConsent', job -> 'dismissConsent',
       'acceptInvalidTls', job ->> 'tls' = 'record-invalid', 'autoConfirm', auto_confirm) as chosen
     from attestation where order_id = $1 order by created_at`,
    [orderId],
  );
  return { ordered: rows.map(({ ano, url }) => ({ ano, url })), chosen: rows[0]?.chosen ?? null };
}

/** What waits for the payment of an order; nobody else changes it until the transaction ends. */
export async function lockWaiting(db: Client, orderId: string): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation where order_id = $1 and state = 'unpaid' order by ano for update`,
    [orderId],
  );
  return rows.map(({ ano }) => ano);
}

/** What waited for an order begins, as its money is in the balance: set aside for each at the price it was ordered at. */
export async function beginWaiting(
  db: Client,
  anos: readonly string[],
  o: { order: OrderRow; loginId: string; isFromBalance: boolean; now: Date },
): Promise<void> {
  const { order, loginId, isFromBalance, now } = o;
  const { id, accountId, priceVersion: version } = order;
  for (const ano of anos) {
    const [line] = order.lines;
    if (!line || version === null) throw new Error(`Order ${order.no} is for no service.`);
    const { unitCents } = line;
    await placeHold(db, {
      accountId,
      loginId,
      service: Service.parse(line.code),
      quantity: 1,
      subject: ano,
      now,
      ordered: { version, unitCents, orderId: isFromBalance ? null : id },
    });
    await moveAttestation(db, ano, 'paid');
  }
}

/** Cancels what waited for an order that nobody paid. @returns how many */
export async function lapse(db: Client, orderId: string): Promise<number> {
  const anos = await lockWaiting(db, orderId);
  for (const ano of anos) await moveAttestation(db, ano, 'lapsed');
  return anos.length;
}
