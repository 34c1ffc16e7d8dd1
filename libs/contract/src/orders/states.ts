import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** States of an order. */
export const orderStates = ['pending', 'paid', 'closed', 'refunding', 'partly-refunded', 'refunded'] as const;
/** State of an order. */
export const OrderState = z.enum(orderStates);
export type OrderState = z.infer<typeof OrderState>;

/** Words for the states of an order. */
export const orderStateWords: Record<OrderState, Word> = {
  pending: ['待支付', 'Awaiting payment'],
  paid: ['已支付', 'Paid'],
  closed: ['已关闭', 'Closed'],
  refunding: ['退款中', 'Refunding'],
  'partly-refunded': ['部分退款', 'Partially refunded'],
  refunded: ['已退款', 'Refunded'],
};

/** Life cycle of an order. A closed order stays closed: money that arrives for it is sent back. */
export const orderStateTable = stateTable({
  states: orderStates,
  initial: ['pending'],
  rows: [
    {
      from: 'pending',
      event: 'pay',
      to: 'paid',
      who: ['holder', 'provider'],
      because: 'the holder pays from the balance, or a provider or the bank received the money',
    },
    {
      from: 'pending',
      event: 'close',
      to: 'closed',
      who: ['holder', 'clock'],
      because: 'the holder gives it up, or it was not paid in time',
    },
    { from: 'paid', event: 'refund', to: 'refunding', who: 'operator', because: 'an operator gives money back' },
    {
      from: 'partly-refunded',
      event: 'refund',
      to: 'refunding',
      who: 'operator',
      because: 'an operator gives more of it back',
    },
    {
      from: 'refunding',
      event: 'refunded-part',
      to: 'partly-refunded',
      who: ['provider', 'operator'],
      because: 'the refund ended and part of the payment is refunded',
    },
    {
      from: 'refunding',
      event: 'refunded-all',
      to: 'refunded',
      who: ['provider', 'operator'],
      because: 'the refund ended and the whole payment is refunded',
    },
    {
      from: 'refunding',
      event: 'refund-failed',
      to: 'paid',
      who: ['provider', 'operator'],
      because: 'the refund failed and nothing of the payment is refunded',
    },
  ],
});
/** Event that can change the state of an order. */
export type OrderEvent = EventOf<typeof orderStateTable>;
/** Role that can cause an event of an order. */
export type OrderRole = WhoOf<typeof orderStateTable>;

/** `stray`: the money arrived for an order that was already closed or paid. */
export const paymentStates = ['open', 'paid', 'stray', 'closed'] as const;
/** State of a payment. */
export const PaymentState = z.enum(paymentStates);
export type PaymentState = z.infer<typeof PaymentState>;

/** Words for the states of a payment. */
export const paymentStateWords: Record<PaymentState, Word> = {
  open: ['等待付款', 'In progress'],
  paid: ['已付款', 'Paid'],
  stray: ['未入账款项', 'Unmatched receipt'],
  closed: ['未付款', 'Not paid'],
};

/**
 * Life cycle of one attempt to pay an order. A payment from the balance starts as `paid`. A closed payment can still be
 * paid, because the provider's page may be open elsewhere and the provider decides whether money was paid.
 */
export const paymentStateTable = stateTable({
  states: paymentStates,
  initial: ['open', 'paid'],
  rows: [
    { from: 'open', event: 'pay', to: 'paid', who: 'provider', because: 'the money arrived and pays the order' },
    {
      from: 'closed',
      event: 'pay',
      to: 'paid',
      who: 'provider',
      because: 'the money arrived late, the order still waits',
    },
    {
      from: 'open',
      event: 'set-aside',
      to: 'stray',
      who: 'provider',
      because: 'the money arrived, but its order is closed or paid: it goes back',
    },
    {
      from: 'closed',
      event: 'set-aside',
      to: 'stray',
      who: 'provider',
      because: 'the money arrived late, and its order is closed or paid: it goes back',
    },
    {
      from: 'open',
      event: 'close',
      to: 'closed',
      who: ['provider', 'clock'],
      because: 'the provider will not take the money any more, or there is no provider to ask',
    },
  ],
});
/** Event that can change the state of a payment. */
export type PaymentEvent = EventOf<typeof paymentStateTable>;
/** Role that can cause an event of a payment. */
export type PaymentRole = WhoOf<typeof paymentStateTable>;

/** States of a refund. */
export const refundStates = ['asked', 'done', 'failed'] as const;
/** State of a refund. */
export const RefundState = z.enum(refundStates);
export type RefundState = z.infer<typeof RefundState>;

/** Words for the states of a refund. */
export const refundStateWords: Record<RefundState, Word> = {
  asked: ['退款中', 'Refunding'],
  done: ['已退款', 'Refunded'],
  failed: ['退款失败', 'Refund failed'],
};

/** Life cycle of a refund. */
export const refundStateTable = stateTable({
  states: refundStates,
  initial: ['asked'],
  rows: [
    {
      from: 'asked',
      event: 'finish',
      to: 'done',
      who: ['provider', 'operator'],
      because: 'the money went back, through the provider, to the balance, or by hand',
    },
    {
      from: 'asked',
      event: 'fail',
      to: 'failed',
      who: ['provider', 'operator'],
      because: 'the provider cannot pay it back, or an operator decided that it stays here',
    },
    { from: 'failed', event: 'reopen', to: 'asked', who: 'operator', because: 'an operator paid it back by hand' },
  ],
});
/** Event that can change the state of a refund. */
export type RefundEvent = EventOf<typeof refundStateTable>;
/** Role that can cause an event of a refund. */
export type RefundRole = WhoOf<typeof refundStateTable>;
