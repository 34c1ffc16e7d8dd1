import type { PayStep, PayWay } from '@proofkeep/contract';

export type Outside = Exclude<PayWay, 'balance' | 'bank'>;

/** Whether a payment provider can be asked about payments of this kind. */
export const isOutside = (way: PayWay): way is Outside => way !== 'balance' && way !== 'bank';

/** A payment as a provider knows it. */
export interface Known {
  /** Our payment id, 32 hexadecimal digits. */
  paymentNo: string;
  /** The provider's reference, if `open` returned one. */
  ref: string | null;
}

export interface Opening extends Known {
  /** Amount in cents of CNY. */
  cents: number;
  /** Description shown to the payer. */
  subject: string;
  /** When the payment began. Like every field, it is the same each time this payment is opened. */
  begunAt: Date;
  expiresAt: Date;
  /** The payer uses a phone. */
  isPhone: boolean;
  /** URL that the browser returns to. */
  returnUrl: string;
  /** URL for the provider's notifications. */
  notifyUrl: string;
}

/** Money arrived. Only this and refunds are facts; anything else a provider reports is queried again. */
export interface Paid {
  paymentNo: string;
  /** The provider's transaction id. */
  txn: string;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** The merchant that was paid. */
  merchant: string;
}

/** `declined`: the last attempt failed and took no money; another attempt may still pay it. */
export type PaymentAnswer = { state: 'paid'; paid: Paid } | { state: 'open' | 'declined' | 'closed' | 'unknown' };

export interface Notification {
  /** The provider's event id, the same for repeated notifications. */
  eventId: string;
  /** Null if the notification isn't about money that arrived. */
  paid: Paid | null;
}

export interface Back extends Known {
  /** Our refund id, 32 hexadecimal digits. The provider pays each id out once. */
  refundNo: string;
  txn: string;
  cents: number;
  /** Total of the payment. */
  totalCents: number;
}

/**
 * `failed`: final. `pending`: ask again with the same id. `by-hand`: the money waits at the provider until an operator
 * forwards it there. `refused`: not done now; an operator must find out whether it was done before or still can be.
 */
export type RefundAnswer = { state: 'done' | 'failed' | 'pending' } | { state: 'by-hand' | 'refused'; code: string };

/** Refund description shown to the payer: the operator's reason is for the audit trail only. */
export const refundSubject = '订单退款';

/** The answer that a provider expects to its notification. */
export interface Reply {
  status: number;
  mediaType: string;
  body: string;
}

/** A payment provider. Each operation may be repeated; all but `parse` throw PaymentError on failure. */
export interface PaymentProvider {
  readonly name: Outside;
  /** The merchant that payments must name. */
  readonly merchant: string;
  /** Minimum and maximum amount of a payment. */
  readonly takesCents: { min: number; max: number };
  /** A failed refund is retried with the same id. */
  readonly keepsRefundNo: boolean;
  open(payment: Opening): Promise<{ step: PayStep; ref: string | null }>;
  /** @param headers with lower-case names @throws NotificationError if it isn't signed by the provider or is too old */
  parse(raw: Buffer, headers: Readonly<Record<string, string>>): Promise<Notification>;
  answer(isTaken: boolean): Reply;
  query(payment: Known): Promise<PaymentAnswer>;
  /** Afterwards the payment can't be made any more, unless it was already paid. */
  close(payment: Known): Promise<void>;
  refund(back: Back): Promise<RefundAnswer>;
}

/** The provider is unreachable, refuses, or its answer isn't signed: the outcome is unknown. */
export class PaymentError extends Error {
  override name = 'PaymentError';
}

/** The notification is not authentic. */
export class NotificationError extends Error {
  override name = 'NotificationError';
}

export const takes = ({ takesCents: { min, max } }: Pick<PaymentProvider, 'takesCents'>, cents: number): boolean =>
  cents >= min && cents <= max;

/** Converts our id to the form that providers get. */
export const numberOf = (id: string): string => id.replaceAll('-', '');
