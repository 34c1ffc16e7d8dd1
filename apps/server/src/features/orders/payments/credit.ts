import type { Client } from '../../../database/client.ts';
import { newOrderNo } from '../../../kit/order-numbers.ts';
import { postTransfer } from '../../money/service.ts';
import { markOrderPaid, type OrderDeps } from '../lifecycle.ts';
import { expiryOf, rechargeLine } from '../orders.ts';
import { insertOrder, lockOrder } from '../store.ts';
import { insertBankPayment } from './store.ts';

interface Arrived extends OrderDeps {
  accountId: string;
  /** The member who reported the transfer. */
  loginId: string;
  cents: number;
  /** Reference of the bank statement. A second payment with it violates a unique index. */
  reference: string;
  now: Date;
}

/**
 * Adds money received in the bank account to a balance, in the caller's transaction: as a recharge that is paid from
 * the start, with its payment and its transfer, so it can be invoiced and refunded like any other.
 */
export async function creditBankTransfer(
  db: Client,
  { accountId, loginId, cents, reference, now, jobs, subject }: Arrived,
): Promise<{ orderId: string; orderNo: string }> {
  const orderNo = newOrderNo(now);
  const lines = [rechargeLine(cents)];
  const expiresAt = expiryOf(now);
  await insertOrder(db, {
    no: orderNo,
    accountId,
    loginId,
    kind: 'recharge',
    lines,
    priceVersion: null,
    createdAt: now,
    expiresAt,
  });
  const order = await lockOrder(db, { no: orderNo });
  if (!order) throw new Error(`Order ${orderNo} is not there after it was inserted.`);
  const paymentId = await insertBankPayment(db, { orderId: order.id, cents, reference, now });
  await postTransfer(db, {
    key: `payment:${paymentId}`,
    kind: 'recharge',
    loginId,
    subject: order.id,
    from: { kind: 'funds', provider: 'bank' },
    to: { kind: 'balance', accountId },
    cents,
  });
  await markOrderPaid(db, { who: 'provider', order, loginId, now, jobs, subject });
  return { orderId: order.id, orderNo };
}
