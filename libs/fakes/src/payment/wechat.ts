import {
  createCipheriv,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Behavior, listen, openTrade, type RefundBehavior, refundTrade, type Shop, type Trade } from './shop.ts';

/** The WeChat Pay stand-in with its keys and merchant id. */
export interface WechatShop extends Shop {
  merchantId: string;
  appId: string;
  /** The merchant's, PEM. */
  privateKey: string;
  serial: string;
  /** WeChat Pay's, PEM. */
  publicKey: string;
  publicKeyId: string;
  apiKey: string;
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject): string =>
  (key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string).trim();
const signed = (message: string, key: KeyObject): string =>
  createSign('RSA-SHA256').update(message).sign(key, 'base64');
const codeOf = (paymentNo: string): string => `weixin://wxpay/bizpayurl?pr=${paymentNo}`;

interface Asked {
  out_trade_no?: string;
  out_refund_no?: string;
  mchid?: string;
  reason?: string;
  amount?: { total?: number; refund?: number; currency?: string };
}
interface Answered {
  status: number;
  body?: object;
}

const refundStatus = { well: 'SUCCESS', pending: 'PROCESSING', stuck: 'ABNORMAL', closed: 'CLOSED' };
const refused = (status: number, code: string): Answered => ({ status, body: { code, message: code } });

/**
 * Starts WeChat Pay APIv3: native payments with query and close, and refunds. Verifies requests, signs responses and
 * notifications.
 */
export async function startWechatShop(): Promise<WechatShop> {
  const [merchant, own, stranger] = [pair(), pair(), pair()];
  const trades = new Map<string, Trade>();
  const apiKey = randomBytes(16).toString('hex');
  const ids = {
    merchantId: '1900000001',
    appId: 'wx0000000000000001',
    serial: '5A0000000000000000000000000000000000000A',
  };
  const publicKeyId = 'PUB_KEY_ID_0119000000012026112100000000000001';
  /** Returns timestamp, nonce, serial and the signature over them and the body. */
  const headersOf = (body: string, o: { isForged: boolean; secondsAgo?: number }): Record<string, string> => {
    const at = String(Math.floor(Date.now() / 1000) - (o.secondsAgo ?? 0));
    const nonce = randomBytes(16).toString('hex');
    const key = o.isForged ? stranger.privateKey : own.privateKey;
    return {
      'wechatpay-timestamp': at,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': publicKeyId,
      'wechatpay-signature': signed(`${at}\n${nonce}\n${body}\n`, key),
    };
  };
  const transactionOf = (paymentNo: string, trade: Trade | undefined, state = 'SUCCESS') => ({
    appid: ids.appId,
    mchid: ids.merchantId,
    out_trade_no: paymentNo,
    transaction_id: trade?.txn ?? 'none',
    trade_state: state,
    amount: { total: trade?.cents ?? 0, payer_total: trade?.cents ?? 0, currency: 'CNY', payer_currency: 'CNY' },
  });

  function answerTo(method: string, path: string, asked: Asked): Answered {
    if (shop.behavior === 'refusing') return refused(500, 'SYSTEM_ERROR');
    const { out_trade_no: named = '', amount = {} } = asked;
    if (path === '/v3/pay/transactions/native') {
      const trade = openTrade(trades, { paymentNo: named, cents: amount.total ?? 0, txn: `4200${randomUUID()}` });
      if (!trade || asked.mchid !== ids.merchantId) return refused(400, 'PARAM_ERROR');
      return { status: 200, body: { code_url: codeOf(named) } };
    }
    if (path === '/v3/refund/domestic/refunds') {
      const trade = trades.get(named);
      if (trade?.state !== 'paid') return refused(404, 'RESOURCE_NOT_EXISTS');
      // At most 80 bytes (https://pay.weixin.qq.com/doc/v3/merchant/4012791880).
      if (Buffer.byteLength(asked.reason ?? '') > 80) return refused(400, 'PARAM_ERROR');
      const isNew = !trade.refunds.has(asked.out_refund_no ?? '');
      if (shop.refundBehavior === 'refused') return refused(400, 'INVALID_REQUEST');
      if (isNew && shop.refundBehavior !== 'well')
        return { status: 200, body: { status: refundStatus[shop.refundBehavior] } };
      const isTaken = refundTrade(trade, asked.out_refund_no ?? '', amount.refund ?? 0);
      return isTaken ? { status: 200, body: { status: 'SUCCESS' } } : refused(403, 'NOT_ENOUGH');
    }
    const [, paymentNo = '', closing] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(path) ?? [];
    const trade = trades.get(paymentNo);
    if (!trade) return refused(404, 'ORDER_NOT_EXIST');
    if (method === 'GET') {
      const state = { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' }[trade.state];
      return { status: 200, body: transactionOf(paymentNo, trade, state) };
    }
    if (!closing || trade.state === 'paid') return refused(400, 'ORDERPAID');
    trade.state = 'closed';
    return { status: 204 };
  }

  const { gateway, close } = await listen(
    () => shop.behavior,
    async (request, response) => {
      const sent = await text(request);
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const { status, body } = isSigned(request, sent, { ...ids, key: merchant.publicKey })
        ? answerTo(request.method ?? '', pathname, JSON.parse(sent || '{}') as Asked)
        : refused(401, 'SIGN_ERROR');
      const written = body ? JSON.stringify(body) : '';
      const headers = headersOf(written, { isForged: shop.behavior === 'forged' });
      response.writeHead(status, {
        ...headers,
        ...(body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      });
      response.end(written);
    },
  );
  const shop: WechatShop = {
    ...ids,
    gateway,
    privateKey: pem(merchant.privateKey),
    publicKey: pem(own.publicKey),
    publicKeyId,
    apiKey,
    trades,
    behavior: 'well' as Behavior,
    refundBehavior: 'well' as RefundBehavior,
    pay(where) {
      const trade = [...trades.values()].find(({ paymentNo }) => codeOf(paymentNo) === where);
      if (trade?.state === 'open') trade.state = 'paid';
    },
    notification(paymentNo, o = {}) {
      const { amount, mchid, ...transaction } = transactionOf(paymentNo, trades.get(paymentNo));
      const content = {
        ...transaction,
        mchid: o.merchant ?? mchid,
        amount: { ...amount, total: o.cents ?? amount.total },
      };
      const body = JSON.stringify({
        id: o.eventId ?? randomUUID(),
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: encrypted(JSON.stringify(content), apiKey),
      });
      const signing = { isForged: o.isForged ?? false, secondsAgo: o.secondsAgo ?? 0 };
      return { body, headers: { 'content-type': 'application/json', ...headersOf(body, signing) } };
    },
    close,
  };
  return shop;
}

/** AEAD_AES_256_GCM: the tag follows the ciphertext. */
function encrypted(plain: string, key: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('transaction'));
  const bytes = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const about = { algorithm: 'AEAD_AES_256_GCM', associated_data: 'transaction', original_type: 'transaction' };
  return { ...about, nonce, ciphertext: bytes.toString('base64') };
}

function isSigned(
  { headers, method, url }: IncomingMessage,
  body: string,
  o: { merchantId: string; serial: string; key: KeyObject },
): boolean {
  const [scheme = '', rest = ''] = (headers.authorization ?? '').split(/ (.*)/s);
  const given = Object.fromEntries(Array.from(rest.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]));
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || given.mchid !== o.merchantId || given.serial_no !== o.serial)
    return false;
  const message = `${method}\n${url}\n${given.timestamp}\n${given.nonce_str}\n${body}\n`;
  return createVerify('RSA-SHA256')
    .update(message)
    .verify(o.key, given.signature ?? '', 'base64');
}
