import { z } from 'zod';
import { Chosen } from '../attestations/attestation.ts';
import { call, nil, nothing } from '../call.ts';
import { Cents } from '../money/money.ts';
import { arrivalCents, rechargeCents, rechargeOfferCalls } from '../money/recharge-offer.ts';
import type { Language } from '../shared/language.ts';
import { reasonLength } from '../shared/limits.ts';
import { count, listOf, page } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { OrderNo } from './numbers.ts';
import { OrderState, RefundState } from './states.ts';

/** `service`: a service that starts once its order is paid. */
export const orderKinds = ['recharge', 'package', 'service'] as const;
/** Kinds of orders. */
export const OrderKind = z.enum(orderKinds);
export type OrderKind = z.infer<typeof OrderKind>;

/** Words for the kinds of orders. */
export const orderKindWords: Record<OrderKind, Word> = {
  recharge: ['充值', 'Top-up'],
  package: ['购买套餐', 'Package'],
  service: ['按次付费', 'Pay per use'],
};

/** Maximum number of unpaid service orders of an account. */
export const mostUnpaid = 20;

/** Payment methods: the balance, an external provider, or money that an operator found on the bank statement. */
export const payWays = ['balance', 'sandbox', 'alipay', 'wechat', 'stripe', 'bank'] as const;
/** Way to pay an order. */
export const PayWay = z.enum(payWays);
export type PayWay = z.infer<typeof PayWay>;

/** The ledger may name other providers for funds that were booked manually. */
export const isPayWay = (name: string): name is PayWay => payWays.some((way) => way === name);

/** Words for the ways to pay. */
export const payWayWords: Record<PayWay, Word> = {
  balance: ['余额', 'Balance'],
  sandbox: ['模拟收银台', 'Sandbox cashier'],
  alipay: ['支付宝', 'Alipay'],
  wechat: ['微信支付', 'WeChat Pay'],
  stripe: ['银行卡（Stripe）', 'Card (Stripe)'],
  bank: ['对公转账', 'Bank transfer'],
};

/** An unpaid order is closed after this time. */
export const orderMinutes = 30;

const time = z.iso.datetime();
const WrittenCents = count.min(1).max(arrivalCents.max);

/** One position of an order. */
export const OrderLine = z.strictObject({
  /** Code of a package in the price list, or name of a service in the contract; null for a top-up. */
  code: z.string().nullable(),
  name: z.strictObject({ zh: z.string(), en: z.string() }),
  quantity: z.int(),
  unitCents: Cents,
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Title of an order: `网页存证 × 3`, `100 pages`. */
export const orderTitle = ({ lines }: { lines: readonly OrderLine[] }, language: Language): string =>
  lines.map(({ name, quantity }) => (quantity > 1 ? `${name[language]} × ${quantity}` : name[language])).join(' · ');

/** A refund of an order, with its state. */
export const Refunded = z.strictObject({
  refundId: z.string(),
  amountCents: Cents,
  state: RefundState,
  askedAt: time,
  endedAt: time.nullable(),
});

/** `review`: an operator has to decide. `kept`: it is in the balance. `returned`: it went back to its payer. */
export const receiptStates = ['review', 'kept', 'returned'] as const;
/** Outcome of money that arrived but isn't the amount due. */
export const ReceiptState = z.enum(receiptStates);
export type ReceiptState = z.infer<typeof ReceiptState>;

/** Words for these outcomes. */
export const receiptStateWords: Record<ReceiptState, Word> = {
  review: ['核对中', 'Under review'],
  kept: ['已计入余额', 'Added to balance'],
  returned: ['已退回', 'Refunded'],
};

/** An order in a list. */
export const Order = z.strictObject({
  orderNo: z.string(),
  kind: OrderKind,
  state: OrderState,
  lines: z.array(OrderLine),
  amountCents: Cents,
  /** Amount refunded or being refunded. */
  refundedCents: Cents,
  /** Amount that arrived but isn't the amount due, while an operator reviews it; the order can't be paid meanwhile. */
  reviewedCents: Cents,
  /** The provider declined the open payment and took no money. */
  isDeclined: z.boolean(),
  createdAt: time,
  /** Payment deadline. */
  expiresAt: time,
  paidAt: time.nullable(),
  /** Payment method; null before payment. */
  paidBy: PayWay.nullable(),
});
export type Order = z.infer<typeof Order>;

/** An order with its items and the ways to pay it. */
export const OrderDetail = Order.extend({
  /** Methods that can pay this amount now; empty if it can't be paid any more. */
  ways: z.array(z.strictObject({ way: PayWay, isEnough: z.boolean() })),
  /** Available balance. */
  balanceCents: Cents,
  /** Items in the order they were ordered, if the caller may see them; empty for other kinds. */
  ordered: z.array(z.strictObject({ ano: z.string(), url: z.string() })),
  /** The submission they belong to; null if there is none. */
  batchId: z.uuid().nullable(),
  /** Options chosen for all items; null if there are none. */
  chosen: Chosen.nullable(),
  /**
   * The latest payment that is still open. `declined`: the provider refused the last attempt and took no money.
   * `checkedAt`: when the provider last confirmed that it has received no money; null if it never has.
   */
  attempt: z.strictObject({ way: PayWay, isDeclined: z.boolean(), checkedAt: time.nullable() }).nullable(),
  /** Money that arrived but isn't the amount due. */
  received: z.array(z.strictObject({ way: PayWay, amountCents: Cents, at: time, state: ReceiptState })),
  /** Refunds of the order's payment and of unmatched receipts. */
  refunds: z.array(Refunded),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

/** The payer's next step: a page of the provider, or a QR code with this text. */
export const PayStep = z.union([
  z.strictObject({ kind: z.literal('redirect'), url: z.url() }),
  z.strictObject({ kind: z.literal('qr'), text: z.string() }),
]);
export type PayStep = z.infer<typeof PayStep>;

const ordering = [{ per: 'login', times: 120, seconds: 3_600 }] as const;
const paying = [{ per: 'login', times: 300, seconds: 3_600 }] as const;
/** A waiting page polls every five seconds; this allows for two pages. */
const checking = [{ per: 'login', times: 1_500, seconds: 3_600 }] as const;

/** Records of the calls about orders and their payment. */
export const orderCalls = {
  ...rechargeOfferCalls,
  rechargeOptions: call({
    method: 'GET',
    path: '/creditor/billing/recharge/options',
    who: 'user',
    needs: 'billing',
    summary: 'Returns the balance and the top-up amounts offered.',
    input: nothing,
    reply: z.strictObject({
      rechargeObj: z.array(z.strictObject({ amountCents: Cents })),
      minCents: Cents,
      maxCents: Cents,
      balanceCents: Cents,
      heldCents: Cents,
    }),
  }),
  recharge: call({
    method: 'POST',
    path: '/creditor/billing/recharge',
    who: 'user',
    needs: 'billing',
    summary: 'Orders a top-up of the balance.',
    input: z.strictObject({ amountCents: count.min(rechargeCents.min).max(rechargeCents.max) }),
    reply: Order,
    limits: ordering,
    audit: 'order.placed',
  }),
  orderPackage: call({
    method: 'POST',
    path: '/creditor/billing/package/order',
    who: 'user',
    needs: 'billing',
    summary: 'Orders a package from the current price list.',
    input: z.strictObject({ code: z.string().min(1).max(60) }),
    reply: Order,
    limits: ordering,
    audit: 'order.placed',
  }),
  orders: call({
    method: 'GET',
    path: '/creditor/billing/orders',
    who: 'user',
    needs: 'billing',
    summary: "Lists the account's orders, newest first.",
    input: z.strictObject({
      ...page,
      state: OrderState.optional(),
      kind: OrderKind.optional(),
      /** Only this order, if it belongs to the account. */
      orderNo: OrderNo.optional(),
    }),
    reply: listOf(Order),
  }),
  order: call({
    method: 'GET',
    path: '/creditor/billing/orders/{orderNo}',
    who: 'user',
    needs: 'billing',
    summary: 'Returns one order with its payment methods and refunds.',
    input: z.strictObject({ orderNo: OrderNo }),
    isOneMoment: true,
    reply: OrderDetail,
  }),
  payOrder: call({
    method: 'POST',
    path: '/creditor/billing/orders/{orderNo}/pay',
    who: 'user',
    needs: 'billing',
    summary: 'Pays an order from the balance, or starts a payment with a provider.',
    input: z.strictObject({ orderNo: OrderNo, way: PayWay }),
    /** Null if the order has been paid in the meantime. */
    reply: z.strictObject({ paymentId: z.string().nullable() }),
    refusals: ['ORDER_OVER', 'ORDER_IN_REVIEW', 'PAY_WAY_OFF', 'BALANCE_SHORT', 'SPENDING_LIMIT'],
    limits: paying,
    audit: 'order.pay-begun',
  }),
  openPayment: call({
    method: 'POST',
    path: '/creditor/billing/payments/{paymentId}/open',
    who: 'user',
    needs: 'billing',
    summary: 'Opens a payment with the provider. Repeating it returns the same payment step.',
    input: z.strictObject({ paymentId: z.uuid() }),
    reply: PayStep,
    refusals: ['ORDER_OVER', 'PAY_WAY_OFF', 'PAY_PROVIDER_FAILED'],
    limits: paying,
    audit: null,
  }),
  checkOrder: call({
    method: 'POST',
    path: '/creditor/billing/orders/{orderNo}/check',
    who: 'user',
    needs: 'billing',
    summary: 'Asks the providers whether an order was paid. The order shows the answer a moment later.',
    input: z.strictObject({ orderNo: OrderNo }),
    reply: nil,
    limits: checking,
    audit: null,
  }),
  closeOrder: call({
    method: 'POST',
    path: '/creditor/billing/orders/{orderNo}/close',
    who: 'user',
    needs: 'billing',
    summary: 'Closes an unpaid order. Payments that still arrive are refunded.',
    input: z.strictObject({ orderNo: OrderNo }),
    reply: nil,
    refusals: ['ORDER_OVER'],
    limits: paying,
    audit: 'order.closed',
  }),
  refundOrder: call({
    method: 'POST',
    path: '/creditor/console/orders/{orderNo}/refund',
    who: 'operator',
    summary: 'Refunds an order in full or in part to the original payment method.',
    input: z.strictObject({
      orderNo: OrderNo,
      amountCents: WrittenCents,
      /** The refunded amount that the operator saw: prevents a second refund by an operator who missed the first. */
      refundedCents: count.min(0).max(arrivalCents.max),
      reason: z.string().trim().min(reasonLength.min).max(reasonLength.max),
    }),
    reply: Order,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS', 'REFUND_TOO_MUCH', 'BALANCE_SHORT'],
    limits: paying,
    audit: 'order.refunded',
  }),
};

/** Path for providers' payment notifications, outside the envelope; `{provider}` is a `PayWay`. */
export const notifyPath = '/creditor/billing/notify/';
/** The page of the site to which the provider returns the payer. */
export const payReturnPath = (orderNo: string): string => `/pay/${orderNo}`;
