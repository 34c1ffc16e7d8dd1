import {
  type OrderEvent,
  type OrderRole,
  type OrderState,
  orderStateTable,
  paymentStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { givePackage } from '../money/service.ts';
import { findPayments } from './payments/store.ts';
import type { OrderRow } from './store.ts';
import type { OrderSubject } from './subject.ts';

export interface OrderDeps {
  jobs: Jobs;
  subject: OrderSubject;
}

interface EndOfWaiting extends OrderDeps {
  order: OrderRow;
  /** The login that pays or closes it. */
  loginId: string;
  now: Date;
}

export const orderLifecycle: Lifecycle<OrderState, OrderEvent, OrderRole, EndOfWaiting | null> = {
  table: orderStateTable,
  relation: 'order_',
  key: 'id',
  /** Detail is null for a refund, which changes nothing else here. */
  async record(db, { event, who, detail }) {
    if (!detail) return;
    const { order, loginId, now, jobs, subject } = detail;
    for (const { id, state } of await findPayments(db, order.id))
      if (paymentStateTable.after(state, 'close', 'clock')) await jobs.send(db, 'close-payment', { id });
    if (order.kind === 'package' && event === 'pay') await givePackage(db, order.id, now);
    if (order.kind !== 'service') return;
    if (event === 'pay') await subject.begin(db, { order, loginId, isFromBalance: who === 'holder', now, jobs });
    else await subject.lapse(db, { orderId: order.id, who: who === 'clock' ? 'clock' : 'holder', loginId, now, jobs });
  },
};

/**
 * Marks a locked order as paid and starts its subject: gives the package, or starts the waiting objects. Jobs close its
 * other payments.
 */
export async function markOrderPaid(
  db: Client,
  { who, ...detail }: EndOfWaiting & { who: 'holder' | 'provider' },
): Promise<void> {
  await transition(db, orderLifecycle, detail.order.id, { event: 'pay', who, detail, set: { paid_at: detail.now } });
}

/** Closes a locked, unpaid order and cancels what waits for it. @throws Refusal STATE_FORBIDS */
export async function closeOrderUnpaid(
  db: Client,
  { who, ...detail }: EndOfWaiting & { who: 'holder' | 'clock' },
): Promise<void> {
  await transition(db, orderLifecycle, detail.order.id, {
    event: 'close',
    who,
    detail,
    set: { closed_at: detail.now },
  });
}

/** Moves a locked order on when a refund of it begins or ends. @throws Refusal STATE_FORBIDS */
export async function recordRefundOfOrder(
  db: Client,
  orderId: string,
  o: { event: Exclude<OrderEvent, 'pay' | 'close'>; who: 'provider' | 'operator' },
): Promise<void> {
  await transition(db, orderLifecycle, orderId, { ...o, detail: null });
}
