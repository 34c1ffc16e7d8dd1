import { isCapturedKind, Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { placeHold } from '../../money/service.ts';
import type { LapsedOrder, OrderSubject, PaidOrder, ShownSubject } from '../../orders/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { listOrdered, lockUnpaid } from './store.ts';

/** Separately ordered attestations in state `unpaid`, until their order is paid or closed. */
export const unpaidAttestations: OrderSubject = {
  lock: async (db, orderId) => (await lockUnpaid(db, orderId)).length,
  begin: beginUnpaid,
  lapse: lapseUnpaid,
  show: showOrdered,
};

async function showOrdered(db: Client, orderId: string): Promise<ShownSubject> {
  const rows = await listOrdered(db, orderId);
  const [first] = rows;
  return {
    ordered: rows.map(({ ano, url, state }) => ({ ano, url, state })),
    batchId: first?.batchId ?? null,
    chosen: first?.chosen ?? null,
  };
}

/** Starts each with a hold at the order's price, even if the price list has changed. */
async function beginUnpaid(db: Client, { order, loginId, isFromBalance, now, jobs }: PaidOrder): Promise<void> {
  const { id, accountId, priceVersion: version } = order;
  for (const { ano, kind, units } of await lockUnpaid(db, id)) {
    const [line] = order.lines;
    if (!line || version === null) throw new Error(`Order ${order.no} is for no service.`);
    const { unitCents } = line;
    await placeHold(db, {
      accountId,
      loginId,
      service: Service.parse(line.code),
      quantity: units,
      subject: ano,
      now,
      ordered: { version, unitCents, orderId: isFromBalance ? null : id },
    });
    await moveAttestation(db, ano, 'paid');
    if (!isCapturedKind(kind)) await jobs.send(db, 'seal-files', { ano });
  }
}

async function lapseUnpaid(db: Client, { orderId }: LapsedOrder): Promise<void> {
  for (const { ano } of await lockUnpaid(db, orderId)) await moveAttestation(db, ano, 'lapsed');
}
