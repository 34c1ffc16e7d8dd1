import { Aes, Decorator, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import {
  NotificationError,
  type Paid,
  PaymentError,
  type PaymentProvider,
  type RefundAnswer,
  refundSubject,
} from './payment.ts';

export interface WechatPaymentOptions {
  merchantId: string;
  appId: string;
  /** The merchant's, PEM. */
  privateKey: string;
  /** Serial number of the merchant's X.509 certificate. */
  serial: string;
  /** WeChat Pay's, PEM, and its id. */
  publicKey: string;
  publicKeyId: string;
  /** APIv3 key, 32 characters. */
  apiKey: string;
  gateway: string;
}

const timeoutMs = 8_000;
/** Maximum age of a notification (https://pay.weixin.qq.com/doc/v3/merchant/4012365342). */
const believedSeconds = 300;

/** Refusals of a refund that a retry doesn't resolve (https://pay.weixin.qq.com/doc/v3/merchant/4012791880). */
const refusedRefund = [
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'RESOURCE_NOT_EXISTS',
  'USER_ACCOUNT_ABNORMAL',
  'MCH_NOT_EXISTS',
];

const Transaction = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.string(),
  amount: z.object({ total: z.int(), currency: z.string() }).optional(),
});
const Notified = z.object({
  id: z.string().min(1),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
  event_type: z.string(),
});

/**
 * WeChat Pay's native payment, APIv3: the payer scans a code (https://pay.weixin.qq.com/doc/v3/merchant/4012791874).
 * Requests are signed with the merchant's key, answers and notifications with WeChat Pay's; notifications are
 * encrypted.
 */
export function wechatPayment(o: WechatPaymentOptions): PaymentProvider {
  const settings = {
    mchid: o.merchantId,
    serial: o.serial,
    privateKey: o.privateKey,
    certs: { [o.publicKeyId]: o.publicKey },
    baseURL: o.gateway,
    timeout: timeoutMs,
    // Selects the key that signs the answers.
    headers: { 'Wechatpay-Serial': o.publicKeyId },
  };
  const client = Decorator.jsonBased(settings);
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const asked = body ? client.post<unknown>(path, body) : client.get<unknown>(path);
    return (await asked.catch((cause: unknown) => Promise.reject(failureOf(path, cause)))).data;
  };
  const tradePath = (paymentNo: string) => `v3/pay/transactions/out-trade-no/${paymentNo}`;
  return {
    name: 'wechat',
    merchant: o.merchantId,
    takesCents: { min: 1, max: 10_000_000_000 },
    keepsRefundNo: true,
    async open({ paymentNo, cents, subject, expiresAt, notifyUrl }) {
      const answer = await ask('v3/pay/transactions/native', {
        appid: o.appId,
        mchid: o.merchantId,
        description: subject,
        out_trade_no: paymentNo,
        time_expire: `${expiresAt.toISOString().slice(0, 19)}+00:00`,
        notify_url: notifyUrl,
        amount: { total: cents, currency: 'CNY' },
      });
      const { code_url: text } = read(z.object({ code_url: z.string().min(1) }), answer);
      return { step: { kind: 'qr', text }, ref: null };
    },
    async parse(raw, headers) {
      const body = raw.toString('utf8');
      if (!isSigned(body, headers, o))
        throw new NotificationError('The notification is not signed by WeChat Pay, or too old.');
      const { id, event_type: type, resource } = Notified.parse(JSON.parse(body));
      if (type !== 'TRANSACTION.SUCCESS') return { eventId: id, paid: null };
      const text = Aes.AesGcm.decrypt(resource.ciphertext, o.apiKey, resource.nonce, resource.associated_data);
      const transaction = Transaction.parse(JSON.parse(text));
      if (transaction.appid !== o.appId) throw new NotificationError('The notification is for another application.');
      return { eventId: id, paid: paidOf(transaction) };
    },
    answer: (isTaken) => ({
      status: isTaken ? 200 : 400,
      mediaType: 'application/json',
      body: isTaken ? '{"code":"SUCCESS"}' : '{"code":"FAIL","message":"失败"}',
    }),
    async query({ paymentNo }) {
      const path = `${tradePath(paymentNo)}?mchid=${o.merchantId}`;
      const answer = await ask(path).catch((error: unknown) => {
        if (codeOf(error) === 'ORDER_NOT_EXIST') return null;
        throw error;
      });
      if (answer === null) return { state: 'unknown' };
      const transaction = read(Transaction, answer);
      const paid = paidOf(transaction);
      if (paid) return { state: 'paid', paid };
      return { state: endStates[transaction.trade_state] ?? 'open' };
    },
    async close({ paymentNo }) {
      await ask(`${tradePath(paymentNo)}/close`, { mchid: o.merchantId }).catch((error: unknown) => {
        // It doesn't exist, or was paid or closed before: the caller queries it again.
        if (!['ORDER_NOT_EXIST', 'ORDERPAID', 'ORDER_CLOSED'].includes(codeOf(error))) throw error;
      });
    },
    async refund({ paymentNo, refundNo, cents, totalCents }) {
      const answer = await ask('v3/refund/domestic/refunds', {
        out_trade_no: paymentNo,
        out_refund_no: refundNo,
        reason: refundSubject,
        amount: { refund: cents, total: totalCents, currency: 'CNY' },
      }).catch((error: unknown) => {
        const code = codeOf(error);
        if (refusedRefund.includes(code)) return { refused: code };
        throw error;
      });
      const answered = read(z.union([z.object({ refused: z.string() }), z.object({ status: z.string() })]), answer);
      return 'refused' in answered ? { state: 'refused', code: answered.refused } : refundedAs(answered.status);
    },
  };
}

/** Trade states in which the payer can't pay any more (WeChat Pay APIv3, query by out_trade_no). */
const endStates: Readonly<Record<string, 'closed' | 'declined'>> = {
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'declined',
};

/** `ABNORMAL`: the payer's card rejects the refund; the merchant must forward the money by hand. */
function refundedAs(status: string): RefundAnswer {
  if (status === 'SUCCESS') return { state: 'done' };
  if (status === 'CLOSED') return { state: 'failed' };
  return status === 'ABNORMAL' ? { state: 'by-hand', code: status } : { state: 'pending' };
}

function paidOf({ amount, ...answered }: z.infer<typeof Transaction>): Paid | null {
  // A refunded payment was still paid.
  if (!['SUCCESS', 'REFUND'].includes(answered.trade_state) || !amount) return null;
  const { out_trade_no: paymentNo, transaction_id: txn, mchid: merchant } = answered;
  return { paymentNo, txn, cents: amount.total, currency: amount.currency, merchant };
}

function isSigned(
  body: string,
  headers: Readonly<Record<string, string>>,
  o: Pick<WechatPaymentOptions, 'publicKey' | 'publicKeyId'>,
): boolean {
  const {
    'wechatpay-timestamp': at = '',
    'wechatpay-nonce': nonce = '',
    'wechatpay-signature': signature = '',
  } = headers;
  const isRecent = Math.abs(Formatter.timestamp() - Number(at)) <= believedSeconds;
  if (!isRecent || headers['wechatpay-serial'] !== o.publicKeyId) return false;
  return Rsa.verify(Formatter.response(at, nonce, body), signature, o.publicKey);
}

function read<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const read = shape.safeParse(answer);
  if (!read.success) throw new PaymentError('WeChat Pay sent an unexpected answer.', { cause: read.error });
  return read.data;
}

const Refused = z.object({ response: z.object({ data: z.object({ code: z.string() }) }) });

function failureOf(path: string, cause: unknown): PaymentError {
  const refused = Refused.safeParse(cause);
  const code = refused.success ? refused.data.response.data.code : 'no answer that is signed';
  return new PaymentError(`${path.split('?')[0]} failed: ${code}`, { cause });
}

function codeOf(error: unknown): string {
  const refused = Refused.safeParse((error as Error).cause);
  return refused.success ? refused.data.response.data.code : '';
}
