import { type RefundEvent, type RefundRole, type RefundState, refundStateTable } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lifecycle, transition } from '../../../kit/transition.ts';
import { type LedgerAccount, postTransfer, reopenPackage } from '../../money/service.ts';
import { recordRefundOfOrder } from '../lifecycle.ts';
import { addRefunded, findPayment, type PaymentRow } from '../payments/store.ts';
import type { OrderRow } from '../store.ts';
import { sourcesOf } from './sources.ts';
import type { RefundRow } from './store.ts';

/** Holds the money of refunds in progress. */
export const returning: LedgerAccount = { kind: 'returning' };

interface RefundOfOrder {
  refund: RefundRow;
  order: OrderRow;
  payment: PaymentRow;
}

export const refundLifecycle: Lifecycle<RefundState, RefundEvent, RefundRole, RefundOfOrder> = {
  table: refundStateTable,
  relation: 'refund',
  key: 'id',
  async record(db, { event, who, detail }) {
    const { refund, payment } = detail;
    if (event === 'reopen') return addRefunded(db, payment.id, refund.amountCents);
    if (event === 'fail') await addRefunded(db, payment.id, -refund.amountCents);
    await moveMoney(db, event, detail);
    if (payment.state === 'paid') await moveOrder(db, { event, who, ...detail });
  },
};

/**
 * A finished refund leaves the provider's funds; a failed one returns to its source. Money that belonged to no order
 * stays in the account `returning` until an operator decides.
 */
async function moveMoney(
  db: Client,
  event: 'finish' | 'fail',
  { refund, order, payment }: RefundOfOrder,
): Promise<void> {
  if (payment.provider === 'balance') return;
  const about = { kind: 'refund', loginId: null, subject: order.id, from: returning } as const;
  if (event === 'finish') {
    const to = { kind: 'funds', provider: payment.provider } as const;
    await postTransfer(db, { ...about, key: `refunded:${refund.id}`, to, cents: refund.amountCents });
  } else if (payment.state === 'paid')
    for (const { key, account: to, cents } of sourcesOf(order, refund))
      await postTransfer(db, { ...about, key: `unrefund:${key}`, to, cents });
}

async function moveOrder(
  db: Client,
  { event, who, refund, order, payment }: RefundOfOrder & { event: 'finish' | 'fail'; who: RefundRole },
): Promise<void> {
  const refunded = (await findPayment(db, payment.id))?.refundedCents ?? 0;
  const outcome =
    refunded === payment.amountCents ? 'refunded-all' : refunded === 0 ? 'refund-failed' : 'refunded-part';
  await recordRefundOfOrder(db, order.id, { event: outcome, who });
  if (event === 'fail' && order.kind === 'package') {
    const { priceVersion, lines } = order;
    await reopenPackage(db, { orderId: order.id, priceVersion, code: lines[0]?.code ?? null, refundId: refund.id });
  }
}

/** Ends a refund, or reopens it, with its transfers and the state of its order. The order is locked. @throws Refusal STATE_FORBIDS */
export async function applyToRefund(
  db: Client,
  detail: RefundOfOrder,
  o: { event: RefundEvent; who: RefundRole; now: Date },
): Promise<void> {
  const { event, who, now } = o;
  const set = { ended_at: event === 'reopen' ? null : now };
  await transition(db, refundLifecycle, detail.refund.id, { event, who, detail, set });
}
