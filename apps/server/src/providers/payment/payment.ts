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
  reason: string;
}

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
  open(payment: Opening): Promise<{ step: PayStep; ref: string | null }>;
  /** @param headers in small letters @throws NotificationError where it is not signed by the provider, or is too old */
  parse(raw: Buffer, headers: Readonly<Record<string, string>>): Promise<Notification>;
  answer(isTaken: boolean): Reply;
  query(payment: Known): Promise<Standing>;
  /** After it nothing can be paid, unless it was paid before. */
  close(payment: Known): Promise<void>;
  /** `failed`: it never will be. `pending`: it is to be asked again with the same number. */
  refund(back: Back): Promise<'done' | 'pending' | 'failed'>;
}

/** A provider is not reached, refuses, or what it says is not signed by it. Nothing is known. */
export class PaymentError extends Error {
  override name = 'PaymentError';
}

/** What somebody told is not believed. */
export class NotificationError extends Error {
  override name = 'NotificationError';
}

/** As providers know payments and refunds. */
export const numberOf = (id: string): string => id.replaceAll('-', '');
