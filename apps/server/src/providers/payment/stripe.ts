import Stripe from 'stripe';
import { type Known, NotificationError, type Paid, PaymentError, type PaymentProvider } from './payment.ts';

export interface StripePaymentOptions {
  /** Secret key, `sk_live_…` or `sk_test_…`. */
  key: string;
  webhookSecret: string;
  gateway: string;
}

const timeoutMs = 8_000;
/**
 * Stripe rejects sessions that end within half an hour, and different bodies under a used idempotency key. So the end
 * is counted from the payment's start, which leaves half an hour at the end of the order as well. Sessions are expired
 * together with the order.
 */
const sessionMs = 62 * 60_000;
/** At most eight digits; at least half a US dollar, which ¥5 exceeds at any rate. */
const takesCents = { min: 500, max: 99_999_999 };
const paidEvents = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];

/** Stripe Checkout (https://docs.stripe.com/payments/checkout): its page, its webhook signed over the raw bytes. */
export function stripePayment({ key, webhookSecret, gateway }: StripePaymentOptions): PaymentProvider {
  const { protocol, hostname, port } = new URL(gateway);
  const stripe = new Stripe(key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port: Number(port) } : {}),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  // Sessions don't name the account; what must not be mixed up is live and test mode.
  const merchant = modeOf(/^\w+_live_/.test(key));
  const paidOf = (session: Stripe.Checkout.Session): Paid | null =>
    session.payment_status === 'paid'
      ? {
          paymentNo: session.client_reference_id ?? '',
          txn: idOf(session.payment_intent),
          cents: session.amount_total ?? Number.NaN,
          currency: session.currency?.toUpperCase() ?? '',
          merchant: modeOf(session.livemode),
        }
      : null;
  return {
    name: 'stripe',
    merchant,
    takesCents,
    keepsRefundNo: false,
    async open({ paymentNo, cents, subject, begunAt, returnUrl }) {
      const session = await asked('opened', () =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: paymentNo,
            line_items: [
              { quantity: 1, price_data: { currency: 'cny', unit_amount: cents, product_data: { name: subject } } },
            ],
            payment_intent_data: { metadata: { payment: paymentNo } },
            expires_at: Math.floor((begunAt.getTime() + sessionMs) / 1000),
            success_url: returnUrl,
            cancel_url: returnUrl,
          },
          { idempotencyKey: `open-${paymentNo}` },
        ),
      );
      if (!session.url) throw new PaymentError('Stripe opened a session without a page.');
      return { step: { kind: 'redirect', url: session.url }, ref: session.id };
    },
    async parse(raw, headers) {
      const event = eventOf(stripe, { raw, signature: headers['stripe-signature'] ?? '', webhookSecret });
      if (!paidEvents.includes(event.type)) return { eventId: event.id, paid: null };
      return { eventId: event.id, paid: paidOf(event.data.object as Stripe.Checkout.Session) };
    },
    answer: (isTaken) => ({ status: isTaken ? 200 : 400, mediaType: 'text/plain', body: '' }),
    async query(payment) {
      if (payment.ref === null) return { state: 'unknown' };
      const session = await asked('asked about', () => stripe.checkout.sessions.retrieve(refOf(payment)));
      const paid = paidOf(session);
      if (paid) return { state: 'paid', paid };
      return { state: session.status === 'expired' ? 'closed' : 'open' };
    },
    async close(payment) {
      if (payment.ref === null) return;
      await asked('closed', () =>
        stripe.checkout.sessions.expire(refOf(payment)).catch((error: unknown) => {
          // It was paid or has expired: the caller queries it again.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }),
      );
    },
    async refund({ txn, refundNo, cents }) {
      // Stripe forgets idempotency keys after a while, but not the refunds made under them.
      const { data } = await asked('asked about', () => stripe.refunds.list({ payment_intent: txn, limit: 100 }));
      const made =
        data.find(({ metadata }) => metadata?.refund === refundNo) ??
        (await asked('refunded', () =>
          stripe.refunds
            .create(
              { payment_intent: txn, amount: cents, metadata: { refund: refundNo } },
              { idempotencyKey: `refund-${refundNo}` },
            )
            .catch((error: unknown) => {
              // For example because it was refunded in Stripe's dashboard.
              if (error instanceof Stripe.errors.StripeInvalidRequestError) return error;
              throw error;
            }),
        ));
      if (made instanceof Error) return { state: 'refused', code: made.code ?? made.type };
      if (made.status === 'succeeded') return { state: 'done' };
      return { state: made.status === 'failed' || made.status === 'canceled' ? 'failed' : 'pending' };
    },
  };
}

const modeOf = (isLive: boolean): string => (isLive ? 'live' : 'test');
const idOf = (of: string | { id: string } | null): string => (typeof of === 'string' ? of : (of?.id ?? ''));
const refOf = ({ ref }: Known): string => ref ?? '';

async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new PaymentError(`A payment could not be ${what} at Stripe.`, { cause });
  }
}

function eventOf(stripe: Stripe, o: { raw: Buffer; signature: string; webhookSecret: string }): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(o.raw, o.signature, o.webhookSecret);
  } catch (cause) {
    throw new NotificationError('The notification is not signed by Stripe, or too old.', { cause });
  }
}
