import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import { type Notification, NotificationError, PaymentError, type PaymentProvider } from './payment.ts';
import { closeTrade, findTrade, insertTrade, refundTrade, type Trade } from './sandbox-store.ts';

/** Maximum age of a notification, against replays. */
const believedMs = 300_000;
export const signatureHeader = 'x-sandbox-signature';
export const timeHeader = 'x-sandbox-time';

export interface Sandbox extends PaymentProvider {
  /** Signs a notification: HMAC-SHA-256 over time, a dot and the body. */
  sign(raw: string, at: Date): string;
}

/**
 * The development provider: its own cashier page without real money. Keeps trades in its own tables and sends
 * notifications over HTTP like real providers.
 */
export function sandbox(o: { db: Client; key: Uint8Array; publicUrl: string; clock: () => Date }): Sandbox {
  const merchant = 'sandbox-merchant';
  const sign = (raw: string, at: Date) => createHmac('sha256', o.key).update(`${at.getTime()}.${raw}`).digest('hex');
  return {
    name: 'sandbox',
    merchant,
    takesCents: { min: 1, max: 2 ** 31 - 1 },
    keepsRefundNo: false,
    sign,
    async open(payment) {
      const { secret } = await insertTrade(o.db, payment, randomBytes(24).toString('base64url'));
      return { step: { kind: 'redirect', url: `${o.publicUrl}/sandbox/cashier/${secret}` }, ref: null };
    },
    async parse(raw, headers) {
      const at = new Date(Number(headers[timeHeader]));
      const given = Buffer.from(headers[signatureHeader] ?? '', 'hex');
      const isRecent = Math.abs(o.clock().getTime() - at.getTime()) <= believedMs;
      const expected = isRecent ? Buffer.from(sign(raw.toString('utf8'), at), 'hex') : null;
      if (!expected || given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new NotificationError('The notification is not signed by the sandbox, or too old.');
      return JSON.parse(raw.toString('utf8')) as Notification;
    },
    answer: (isTaken) => ({ status: isTaken ? 200 : 400, mediaType: 'text/plain', body: isTaken ? 'ok' : 'no' }),
    async query({ paymentNo }) {
      const trade = await findTrade(o.db, paymentNo);
      if (!trade) return { state: 'unknown' };
      const isDue = trade.dueAt === null || trade.dueAt <= o.clock();
      if (trade.state !== 'paid' || !isDue) return { state: openStateOf(trade) };
      const paid = { paymentNo, txn: txnOf(paymentNo), cents: trade.amountCents, currency: 'CNY', merchant };
      return { state: 'paid', paid };
    },
    close: ({ paymentNo }) => closeTrade(o.db, paymentNo),
    async refund({ paymentNo, refundNo, cents }) {
      const trade = await findTrade(o.db, paymentNo);
      if (trade?.state !== 'paid') throw new PaymentError(`The sandbox has no paid trade ${paymentNo}.`);
      return { state: (await refundTrade(o.db, { paymentNo, refundNo, cents })) ? 'done' : 'failed' };
    },
  };
}

const openStateOf = ({ state, isDeclined }: Trade): 'open' | 'declined' | 'closed' => {
  if (state === 'closed') return 'closed';
  return state === 'open' && isDeclined ? 'declined' : 'open';
};

export const txnOf = (paymentNo: string): string => `sandbox-${paymentNo}`;
