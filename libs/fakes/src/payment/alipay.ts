import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { isRsa2, rsa2, signedText } from '../alipay/signature.ts';
import { type Behavior, listen, openTrade, type RefundBehavior, refundTrade, type Shop, type Trade } from './shop.ts';

/** The Alipay stand-in with its keys and application id. */
export interface AlipayShop extends Shop {
  appId: string;
  sellerId: string;
  /** The application's, PEM. */
  privateKey: string;
  /** Alipay's public key as PEM. */
  publicKey: string;
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject): string =>
  (key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string).trim();
const yuan = (cents: number): string => (cents / 100).toFixed(2);
const cents = (text = ''): number => Math.round(Number(text) * 100);
const failed = (subCode: string) => ({ code: '40004', msg: 'Business Failed', sub_code: subCode });
const done = { code: '10000', msg: 'Success' };

/**
 * Starts Alipay's gateway: `alipay.trade.query`, `.close`, `.refund`, `.fastpay.refund.query`, and the pages of
 * `.page.pay` and `.wap.pay`.
 */
export async function startAlipayShop(): Promise<AlipayShop> {
  const [application, own, stranger] = [pair(), pair(), pair()];
  const trades = new Map<string, Trade>();
  const appId = '2021000000000002';
  const sellerId = '2088000000000001';
  const isOurs = (parameters: Record<string, string>) =>
    parameters.app_id === appId &&
    parameters.sign_type === 'RSA2' &&
    isRsa2(signedText(parameters, { withSignType: true }), parameters.sign ?? '', application.publicKey);

  const { gateway, close } = await listen(
    () => shop.behavior,
    async (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const body = new URLSearchParams(await text(request));
      const parameters = { ...Object.fromEntries(searchParams), ...Object.fromEntries(body) };
      const { method = '' } = parameters;
      const answered = isOurs(parameters)
        ? answerTo(method, JSON.parse(parameters.biz_content ?? '{}') as Asked, { trades, shop })
        : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' };
      const value = JSON.stringify(answered);
      const sign = rsa2(value, shop.behavior === 'forged' ? stranger.privateKey : own.privateKey);
      response.setHeader('content-type', 'application/json;charset=utf-8');
      response.end(`{"${method.replaceAll('.', '_')}_response":${value},"sign":${JSON.stringify(sign)}}`);
    },
  );
  const shop: AlipayShop = {
    gateway: `${gateway}gateway.do`,
    appId,
    sellerId,
    privateKey: pem(application.privateKey),
    publicKey: pem(own.publicKey),
    trades,
    behavior: 'well' as Behavior,
    refundBehavior: 'well' as RefundBehavior,
    pay(where) {
      const parameters = Object.fromEntries(new URL(where).searchParams);
      if (!isOurs(parameters)) throw new Error('The page is not signed by the application.');
      const asked = JSON.parse(parameters.biz_content ?? '{}') as Asked;
      const { out_trade_no: paymentNo = '', total_amount: sum } = asked;
      const trade = openTrade(trades, { paymentNo, cents: cents(sum), txn: `2026${randomUUID()}` });
      if (trade?.state === 'open') trade.state = 'paid';
    },
    notification(paymentNo, o = {}) {
      const trade = trades.get(paymentNo);
      const body: Record<string, string> = {
        notify_id: o.eventId ?? randomUUID(),
        notify_type: 'trade_status_sync',
        app_id: appId,
        charset: 'utf-8',
        version: '1.0',
        sign_type: 'RSA2',
        out_trade_no: paymentNo,
        trade_no: trade?.txn ?? 'none',
        trade_status: 'TRADE_SUCCESS',
        total_amount: yuan(o.cents ?? trade?.cents ?? 0),
        seller_id: o.merchant ?? sellerId,
        subject: '账户余额充值 & more',
      };
      const key = o.isForged ? stranger.privateKey : own.privateKey;
      body.sign = rsa2(signedText(body, { withSignType: false }), key);
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
      return { body: new URLSearchParams(body).toString(), headers };
    },
    close,
  };
  return shop;
}

interface Asked {
  out_trade_no?: string;
  out_request_no?: string;
  total_amount?: string;
  refund_amount?: string;
}

function answerTo(
  method: string,
  asked: Asked,
  { trades, shop }: { trades: Map<string, Trade>; shop: Pick<Shop, 'behavior' | 'refundBehavior'> },
) {
  if (shop.behavior === 'refusing')
    return { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' };
  const trade = trades.get(asked.out_trade_no ?? '');
  if (!trade) return failed('ACQ.TRADE_NOT_EXIST');
  const about = { ...done, out_trade_no: trade.paymentNo, trade_no: trade.txn };
  if (method === 'alipay.trade.query') {
    const status = { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[trade.state];
    return { ...about, trade_status: status, total_amount: yuan(trade.cents) };
  }
  if (method === 'alipay.trade.close') {
    if (trade.state !== 'open') return failed('ACQ.TRADE_STATUS_ERROR');
    trade.state = 'closed';
    return about;
  }
  const no = asked.out_request_no ?? '';
  if (method === 'alipay.trade.fastpay.refund.query')
    return trade.refunds.has(no) ? { ...about, refund_status: 'REFUND_SUCCESS' } : about;
  if (method !== 'alipay.trade.refund')
    return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method' };
  if (trade.state !== 'paid') return failed('ACQ.TRADE_NOT_ALLOW_REFUND');
  const isNew = !trade.refunds.has(no);
  // Alipay has neither `stuck` nor `closed` refunds.
  if (isNew && shop.refundBehavior === 'pending') return { ...about, fund_change: 'N' };
  if (isNew && shop.refundBehavior !== 'well') return failed('ACQ.TRADE_NOT_ALLOW_REFUND');
  const isTaken = refundTrade(trade, no, cents(asked.refund_amount));
  return isTaken ? { ...about, fund_change: isNew ? 'Y' : 'N' } : failed('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
}
