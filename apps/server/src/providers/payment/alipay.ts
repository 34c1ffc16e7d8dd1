import { openAlipay } from '../alipay-gateway.ts';
import {
  NotificationError,
  type Paid,
  type PaymentAnswer,
  PaymentError,
  type PaymentProvider,
  refundSubject,
} from './payment.ts';
import { centsOf, yuanOf } from './yuan.ts';

export interface AlipayPaymentOptions {
  appId: string;
  /** Merchant number, 16 digits. */
  sellerId: string;
  /** PEM, PKCS #1 or PKCS #8. */
  privateKey: string;
  /** Alipay's public key as PEM. */
  alipayPublicKey: string;
  gateway: string;
}

const timeoutMs = 8_000;
const notThere = 'ACQ.TRADE_NOT_EXIST';
/** Business errors (`40004`) that are temporary; every other refusal of a refund is final. */
const passing = ['ACQ.SYSTEM_ERROR', 'ACQ.SELLER_BALANCE_NOT_ENOUGH'];
const paidStatus = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

interface Answer {
  code?: string;
  msg?: string;
  subCode?: string;
  tradeStatus?: string;
  tradeNo?: string;
  totalAmount?: string;
  fundChange?: string;
  refundStatus?: string;
}

/**
 * Browser payments through Alipay: `alipay.trade.page.pay`, on phones `alipay.trade.wap.pay`
 * (https://opendocs.alipay.com/open/028r8t). Requests, answers and notifications are signed with RSA2; anything
 * unsigned is rejected.
 */
export function alipayPayment({ sellerId, ...o }: AlipayPaymentOptions): PaymentProvider {
  const { sdk, ask: askGateway } = openAlipay({ ...o, timeoutMs });
  const ask = (method: string, bizContent: Record<string, string>): Promise<Answer> =>
    askGateway(method, { bizContent }).catch((cause: Error) => {
      throw new PaymentError(cause.message, { cause });
    });
  const refused = (method: string, { code, subCode, msg }: Answer) =>
    new PaymentError(`${method} was refused: ${code} ${subCode ?? msg ?? ''}`);
  const answerOf = (paymentNo: string, { tradeStatus = '', tradeNo = '', totalAmount }: Answer): PaymentAnswer => {
    if (!paidStatus.includes(tradeStatus)) return { state: tradeStatus === 'TRADE_CLOSED' ? 'closed' : 'open' };
    // The answer doesn't name the merchant, but is about a trade of the requesting application.
    const paid = { paymentNo, txn: tradeNo, cents: centsOf(totalAmount), currency: 'CNY', merchant: sellerId };
    return { state: 'paid', paid };
  };
  return {
    name: 'alipay',
    merchant: sellerId,
    takesCents: { min: 1, max: 10_000_000_000 },
    keepsRefundNo: true,
    async open({ paymentNo, cents, subject, expiresAt, isPhone, returnUrl, notifyUrl }) {
      const method = isPhone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay';
      const url = sdk.pageExecute(method, 'GET', {
        returnUrl,
        notifyUrl,
        bizContent: {
          out_trade_no: paymentNo,
          product_code: isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
          total_amount: yuanOf(cents),
          subject,
          time_expire: chinaTime(expiresAt),
        },
      });
      return { step: { kind: 'redirect', url }, ref: null };
    },
    async parse(raw) {
      const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')));
      // `RSA` would be SHA-1; the sender must not be able to choose it.
      if (fields.sign_type !== 'RSA2' || !fields.sign || !sdk.checkNotifySignV2({ ...fields }))
        throw new NotificationError('The notification is not signed by Alipay.');
      if (fields.app_id !== o.appId) throw new NotificationError('The notification is for another application.');
      return { eventId: fields.notify_id ?? '', paid: paidOf(fields) };
    },
    answer: (isTaken) => ({ status: 200, mediaType: 'text/plain', body: isTaken ? 'success' : 'failure' }),
    async query({ paymentNo }) {
      const answer = await ask('alipay.trade.query', { out_trade_no: paymentNo });
      if (answer.subCode === notThere) return { state: 'unknown' };
      if (answer.code !== '10000') throw refused('alipay.trade.query', answer);
      return answerOf(paymentNo, answer);
    },
    async close({ paymentNo }) {
      const answer = await ask('alipay.trade.close', { out_trade_no: paymentNo });
      // The cashier page was never opened, or the trade was paid or closed before: the caller queries it again.
      const isOver = answer.subCode === notThere || answer.subCode === 'ACQ.TRADE_STATUS_ERROR';
      if (answer.code !== '10000' && !isOver) throw refused('alipay.trade.close', answer);
    },
    async refund({ paymentNo, refundNo, cents }) {
      const about = { out_trade_no: paymentNo, out_request_no: refundNo };
      const asked = { ...about, refund_amount: yuanOf(cents), refund_reason: refundSubject };
      const answer = await ask('alipay.trade.refund', asked);
      const { code, subCode = '' } = answer;
      if (code === '40004' && !passing.includes(subCode)) return { state: 'refused', code: subCode };
      if (code !== '10000') throw refused('alipay.trade.refund', answer);
      if (answer.fundChange === 'Y') return { state: 'done' };
      // `N` means only that this request moved no money; an earlier one may have.
      const found = await ask('alipay.trade.fastpay.refund.query', about);
      const isDone = found.code === '10000' && found.refundStatus === 'REFUND_SUCCESS';
      return { state: isDone ? 'done' : 'pending' };
    },
  };
}

function paidOf(fields: Record<string, string>): Paid | null {
  if (!paidStatus.includes(fields.trade_status ?? '')) return null;
  return {
    paymentNo: fields.out_trade_no ?? '',
    txn: fields.trade_no ?? '',
    cents: centsOf(fields.total_amount),
    currency: 'CNY',
    merchant: fields.seller_id ?? '',
  };
}

/** Beijing time, `2026-11-21 14:03:22`: UTC+8 all year. */
const chinaTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
