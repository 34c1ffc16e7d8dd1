import { type AttestationState, type Chosen, Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { placeHold } from '../../money/service.ts';
import type { OrderSubject, PaidOrder, ShownSubject } from '../../orders/service.ts';
import { moveAttestation } from '../lifecycle.ts';

/** Attestations that were ordered separately and wait, `unpaid`, until their order is paid or closed. */
export const unpaidAttestations: OrderSubject = {
  lock: async (db, orderId) => (await lockUnpaid(db, orderId)).length,
  begin: beginUnpaid,
  lapse: lapseUnpaid,
  show: showOrdered,
};

/** The attestations of an order as they were ordered, and the options they share. */
async function showOrdered(db: Client, orderId: string): Promise<ShownSubject> {
  const { rows } = await db.query<{ ano: string; url: string; state: AttestationState; chosen: Chosen }>(
    `select ano, url, state, json_build_object('labels', labels, 'remark', remark, 'dismissConsent', job -> 'dismissConsent',
       'acceptInvalidTls', job ->> 'tls' = 'record-invalid', 'autoConfirm', auto_confirm) as chosen
     from attestation where order_id = $1 order by created_at`,
    [orderId],
  );
  return { ordered: rows.map(({ ano, url, state }) => ({ ano, url, state })), chosen: rows[0]?.chosen ?? null };
}

/** Locks what waits for an order until the transaction ends. */
async function lockUnpaid(db: Client, orderId: string): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from attestation where order_id = $1 and state = 'unpaid' order by ano for update`,
    [orderId],
  );
  return rows.map(({ ano }) => ano);
}

/** Starts each with a hold at the order's price, whatever the price list says by now. */
async function beginUnpaid(db: Client, { order, loginId, isFromBalance, now }: PaidOrder): Promise<void> {
  const { id, accountId, priceVersion: version } = order;
  for (const ano of await lockUnpaid(db, id)) {
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

async function lapseUnpaid(db: Client, orderId: string): Promise<void> {
  for (const ano of await lockUnpaid(db, orderId)) await moveAttestation(db, ano, 'lapsed');
}
