import { type PaymentEvent, type PaymentRole, type PaymentState, paymentStateTable } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lifecycle, transition } from '../../../kit/transition.ts';
import { postTransfer, type Transfer } from '../../money/service.ts';
import { lockPayment, type PaymentRow } from './store.ts';

export const paymentLifecycle: Lifecycle<PaymentState, PaymentEvent, PaymentRole, Transfer | null> = {
  table: paymentStateTable,
  relation: 'payment',
  key: 'id',
  /** The ledger is the history of a payment. Detail is null if no money moved. */
  async record(db, { detail }) {
    if (detail) await postTransfer(db, detail);
  },
};

/** Records that the money of a payment arrived, with its transfer. */
export async function markPaymentPaid(
  db: Client,
  { id }: PaymentRow,
  o: { event: 'pay' | 'set-aside'; transfer: Transfer; txn: string; now: Date },
): Promise<void> {
  await transition(db, paymentLifecycle, id, {
    event: o.event,
    who: 'provider',
    detail: o.transfer,
    set: { provider_txn: o.txn, paid_at: o.now },
  });
}

/**
 * Closes a payment, unless it has ended meanwhile. @param only decides which payments to close, with the payment locked
 */
export async function closeIfOpen(
  db: Client,
  id: string,
  who: PaymentRole,
  only: (payment: PaymentRow) => boolean = () => true,
): Promise<void> {
  const payment = await lockPayment(db, id);
  if (!payment || !paymentStateTable.after(payment.state, 'close', who) || !only(payment)) return;
  await transition(db, paymentLifecycle, id, { event: 'close', who, detail: null });
}
