import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Behavior, listen, openTrade, type RefundBehavior, refundTrade, type Shop, type Trade } from './shop.ts';

/** The Stripe stand-in with its secrets. */
export interface StripeShop extends Shop {
  key: string;
  webhookSecret: string;
}

interface Answered {
  status: number;
  body: object;
}

const pageOf = (sessionId: string): string => `https://checkout.stripe.example/c/pay/${sessionId}`;
const refused = (status: number, message: string, code?: string): Answered => ({
  status,
  body: { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message, code } },
});
/** Stripe's limits: a session's expiry in seconds from now, and an amount. */
const ends = { soonest: 1_800, latest: 86_400 };
const mostCents = 99_999_999;

/**
 * Starts Stripe's checkout sessions and refunds, authenticated by the secret key, and its webhook, signed with a
 * separate secret.
 */
export async function startStripeShop(): Promise<StripeShop> {
  const trades = new Map<string, Trade>();
  const sessions = new Map<string, string>();
  const refunds = new Map<string, Refund>();
  const replies = new Map<string, { asked: string; answered: Answered }>();
  const key = 'sk_test_standin';
  const webhookSecret = 'whsec_standin';
  const sessionOf = (id: string, trade: Trade | undefined) => ({
    id,
    object: 'checkout.session',
    client_reference_id: trade?.paymentNo ?? null,
    amount_total: trade?.cents ?? null,
    currency: 'cny',
    livemode: false,
    payment_intent: trade?.state === 'paid' ? trade.txn : null,
    payment_status: trade?.state === 'paid' ? 'paid' : 'unpaid',
    status: { open: 'open', paid: 'complete', closed: 'expired' }[trade?.state ?? 'open'],
    url: trade?.state === 'open' ? pageOf(id) : null,
  });

  function open(form: URLSearchParams): Answered {
    const paymentNo = form.get('client_reference_id') ?? '';
    const cents = Number(form.get('line_items[0][price_data][unit_amount]'));
    const trade = openTrade(trades, { paymentNo, cents, txn: `pi_${randomUUID()}` });
    const secondsLeft = Number(form.get('expires_at')) - Date.now() / 1000;
    if (!(secondsLeft >= ends.soonest && secondsLeft <= ends.latest)) return refused(400, 'Invalid expires_at.');
    if (cents > mostCents) return refused(400, 'Amount must be no more than 99,999,999.', 'amount_too_large');
    const isWhole = form.get('mode') === 'payment' && form.get('line_items[0][price_data][currency]') === 'cny';
    if (!trade || !isWhole) return refused(400, 'The session cannot be made.');
    const id = `cs_test_${paymentNo}`;
    sessions.set(id, paymentNo);
    return { status: 200, body: sessionOf(id, trade) };
  }

  function refund(form: URLSearchParams): Answered {
    const trade = [...trades.values()].find(({ txn }) => txn === form.get('payment_intent'));
    const no = form.get('metadata[refund]') ?? '';
    const cents = Number(form.get('amount'));
    if (shop.refundBehavior === 'refused') return refused(400, 'It was refunded.', 'charge_already_refunded');
    if (trade?.state !== 'paid') return refused(400, 'It was not paid.');
    if (shop.refundBehavior === 'well' && !refundTrade(trade, no, cents)) return refused(400, 'More than is left.');
    refunds.set(no, { no, cents, trade, status: refundStatus[shop.refundBehavior] });
    return { status: 200, body: refundOf(refunds.get(no)) };
  }

  /** Moves pending refunds on to the configured result. */
  function refundsOf(txn: string | null): Answered {
    const made = [...refunds.values()].filter(({ trade }) => trade.txn === txn);
    for (const one of made) {
      if (one.status !== 'pending' || shop.refundBehavior === 'refused') continue;
      if (shop.refundBehavior !== 'well' || refundTrade(one.trade, one.no, one.cents))
        one.status = refundStatus[shop.refundBehavior];
    }
    return { status: 200, body: { object: 'list', data: made.map(refundOf), has_more: false } };
  }

  /** Repeats the response given under a key, even a failure; rejects another body under the same key (https://docs.stripe.com/api/idempotent_requests). */
  function onceOnly(key: string | undefined, asked: string, answer: () => Answered): Answered {
    const known = key === undefined ? undefined : replies.get(key);
    if (known && known.asked !== asked)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys are for one request.' } } };
    if (known) return known.answered;
    const answered = answer();
    // Stripe does not keep the response to an invalid session: nothing was executed.
    if (key !== undefined && (answered.status !== 400 || asked.startsWith('/v1/refunds')))
      replies.set(key, { asked, answered });
    return answered;
  }

  function answerTo(method: string, path: string, form: URLSearchParams): Answered {
    if (shop.behavior === 'refusing') return refused(500, 'Something went wrong.');
    if (path === '/v1/checkout/sessions') return open(form);
    if (path === '/v1/refunds' && method === 'POST') return refund(form);
    if (path === '/v1/refunds') return refundsOf(form.get('payment_intent'));
    const [, id = '', expiring] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    const trade = trades.get(sessions.get(id) ?? '');
    if (!trade) return refused(404, 'No such session.');
    if (expiring && trade.state !== 'open') return refused(400, 'Only open sessions can be expired.');
    if (expiring) trade.state = 'closed';
    return { status: 200, body: sessionOf(id, trade) };
  }

  const { gateway, close } = await listen(
    () => shop.behavior,
    async (request, response) => {
      const { pathname, form } = await askedOf(request);
      const idempotencyKey = request.headers['idempotency-key'];
      const { status, body } =
        request.headers.authorization === `Bearer ${key}`
          ? onceOnly(idempotencyKey?.toString(), `${pathname} ${form}`, () =>
              answerTo(request.method ?? '', pathname, form),
            )
          : refused(401, 'Invalid API Key provided.');
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` });
      response.end(JSON.stringify(body));
    },
  );
  const shop: StripeShop = {
    gateway,
    key,
    webhookSecret,
    trades,
    behavior: 'well' as Behavior,
    refundBehavior: 'well' as RefundBehavior,
    pay(where) {
      const [, paymentNo = ''] = [...sessions].find(([id]) => pageOf(id) === where) ?? [];
      const trade = trades.get(paymentNo);
      if (trade?.state === 'open') trade.state = 'paid';
    },
    notification(paymentNo, o = {}) {
      const session = sessionOf(`cs_test_${paymentNo}`, trades.get(paymentNo));
      const object = {
        ...session,
        client_reference_id: paymentNo,
        amount_total: o.cents ?? session.amount_total,
        payment_intent: session.payment_intent ?? 'pi_none',
        payment_status: 'paid',
        livemode: o.merchant === 'live',
      };
      const type = 'checkout.session.completed';
      const body = JSON.stringify({ id: o.eventId ?? `evt_${randomUUID()}`, object: 'event', type, data: { object } });
      const at = Math.floor(Date.now() / 1000) - (o.secondsAgo ?? 0);
      const secret = o.isForged ? 'whsec_another' : webhookSecret;
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` } };
    },
    close,
  };
  return shop;
}

interface Refund {
  no: string;
  cents: number;
  trade: Trade;
  status: string;
}

const refundStatus = { well: 'succeeded', pending: 'pending', stuck: 'pending', closed: 'failed' };
const refundOf = (refund: Refund | undefined) => ({
  id: `re_${refund?.no}`,
  object: 'refund',
  amount: refund?.cents,
  status: refund?.status,
  metadata: { refund: refund?.no },
});

async function askedOf(request: IncomingMessage): Promise<{ pathname: string; form: URLSearchParams }> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const body = new URLSearchParams(await text(request));
  return { pathname, form: new URLSearchParams([...searchParams, ...body]) };
}
