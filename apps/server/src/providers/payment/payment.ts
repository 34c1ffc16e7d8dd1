import type { PayStep, PayWay } from '@proofkeep/contract';

export type Outside = Exclude<PayWay, 'balance'>;

/** A payment as a provider knows it. */
export interface Known {
  /** Ours: the id of the payment, 32 hexadecimal digits. */
  paymentNo: string;
  /** What the provider wants it to be called, where `open` said so. */
  ref: string | null;
}

export interface Opening extends Known {
  /** In cents of CNY. */
  cents: number;
  /** What the person reads at the provider's. */
  subject: string;
  /** When it was begun: as all else here, the same however often the same payment is opened. */
  begunAt: Date;
  expiresAt: Date;
  /** Whether whoever pays does so with a phone. */
  isPhone: boolean;
  /** Where the browser is sent back to. */
  returnUrl: string;
  /** Where the provider tells of it. */
  notifyUrl: string;
}

/** That money came. Only this and its going back are facts: whatever else a provider tells is asked about again. */
export interface Paid {
  paymentNo: string;
  /** The provider's own number of it. */
  txn: string;
  cents: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Whom it was paid to. */
  merchant: string;
}

export type Standing = { state: 'paid'; paid: Paid } | { state: 'open' | 'closed' | 'unknown' };

export interface Notification {
  /** The provider's, the same however often it is told. */
  eventId: string;
  /** Null where something else is told than that money came. */
  paid: Paid | null;
}

export interface Back extends Known {
  /** Ours: the id of the refund, 32 hexadecimal digits. The same is paid out once. */
  refundNo: string;
  txn: string;
  cents: number;
  /** Of the whole payment. */
  totalCents: number;
}

/**
 * `failed`: it never will be. `pending`: it is to be asked again with the same number. `by-hand`: the money waits at the provider
 * until somebody sends it on there. `refused`: it is not done, and whether it was before, or can be yet, somebody has to find out.
 */
export type RefundStanding = { state: 'done' | 'failed' | 'pending' } | { state: 'by-hand' | 'refused'; said: string };

/** What whoever paid reads of a refund: the reason that an operator writes is for the audit trail alone. */
export const refundSubject = '订单退款';

/** What a provider wants to read of us. */
export interface Reply {
  status: number;
  mediaType: string;
  body: string;
}

/** Somebody outside through whom people pay. Each act may be asked for again; all but `parse` throw PaymentError where it fails. */
export interface PaymentProvider {
  readonly name: Outside;
  /** Whom the money has to be for. */
  readonly merchant: string;
  /** Payments from and to so many cents. */
  readonly takesCents: { min: number; max: number };
  /** Whether a refund that failed is asked for again under its old number. */
  readonly keepsRefundNo: boolean;
  open(payment: Opening): Promise<{ step: PayStep; ref: string | null }>;
  /** @param headers in small letters @throws NotificationError where it is not signed by the provider, or is too old */
  parse(raw: Buffer, headers: Readonly<Record<string, string>>): Promise<Notification>;
  answer(isTaken: boolean): Reply;
  query(payment: Known): Promise<Standing>;
  /** After it nothing can be paid, unless it was paid before. */
  close(payment: Known): Promise<void>;
  refund(back: Back): Promise<RefundStanding>;
}

/** A provider is not reached, refuses, or what it says is not signed by it. Nothing is known. */
export class PaymentError extends Error {
  override name = 'PaymentError';
}

/** What somebody told is not believed. */
export class NotificationError extends Error {
  override name = 'NotificationError';
}

export const takes = ({ takesCents: { min, max } }: Pick<PaymentProvider, 'takesCents'>, cents: number): boolean =>
  cents >= min && cents <= max;

/** As providers know payments and refunds. */
export const numberOf = (id: string): string => id.replaceAll('-', '');
