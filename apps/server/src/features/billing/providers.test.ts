import { billingCalls as calls, type PayStep } from '@proofkeep/contract';
import { type Shop, startAlipayShop, startStripeShop, startWechatShop } from '@proofkeep/fakes';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alipayPayment } from '../../providers/payment/alipay.ts';
import { NotificationError, PaymentError, type PaymentProvider } from '../../providers/payment/payment.ts';
import { stripePayment } from '../../providers/payment/stripe.ts';
import { wechatPayment } from '../../providers/payment/wechat.ts';
import { useService } from '../../testing/service.ts';
import { checkLedger } from './ledger-check.ts';
import { refundPayment } from './refunds.ts';
import { notifyService, paying, refundsAsked, watchingOf } from './testing/paying.ts';
import { askPayment, closePayment, watchPayments } from './watching.ts';

const [alipay, wechat, stripe] = await Promise.all([startAlipayShop(), startWechatShop(), startStripeShop()]);
const providers = {
  alipay: alipayPayment({ ...alipay, alipayPublicKey: alipay.publicKey }),
  wechat: wechatPayment(wechat),
  stripe: stripePayment(stripe),
} satisfies Record<string, PaymentProvider>;
const shops: Record<keyof typeof providers, Shop> = { alipay, wechat, stripe };
afterAll(() => Promise.all(Object.values(shops).map((shop) => shop.close())));

const all = Object.values(providers);
const service = useService({ payments: () => new Map(all.map((provider) => [provider.name, provider])) });
const { ask, given } = service;
const pay = paying(service);
const watching = () => watchingOf(service, all);

describe.each(Object.keys(providers) as (keyof typeof providers)[])('%s', (way) => {
  const shop = shops[way];
  beforeEach(() => {
    shop.mood = 'well';
    service.now = new Date();
  });

  async function begun(cents = 12_345) {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, cents);
    const { data } = await ask(calls.payOrder, { orderNo, way }, { as: token });
    const paymentId = data.paymentId ?? '';
    const { data: step } = await ask(calls.openPayment, { paymentId }, { as: token });
    return { token, orderNo, paymentId, paymentNo: paymentId.replaceAll('-', ''), where: whereOf(step) };
  }
  const whereOf = (step: PayStep) => (step.kind === 'redirect' ? step.url : step.text);
  const notify = (told: Parameters<typeof notifyService>[2]) => notifyService(service, way, told);
  const isTaken = ({ status, body }: { status: number; body: string }) => status === 200 && body !== 'failure';
  const stateOf = async (token: string, orderNo: string) => (await pay.order(token, orderNo)).state;

  it('is paid once, of a notification that comes many times and an answer that says the same', async () => {
    const { token, orderNo, paymentId, paymentNo, where } = await begun();
    shop.pay(where);
    const told = shop.tell(paymentNo);

    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => notify(told)),
      ...Array.from({ length: 5 }, () => notify(shop.tell(paymentNo))),
    ]);
    await askPayment(watching(), paymentId, service.now);

    expect(answers.every(isTaken)).toBe(true);
    expect(await stateOf(token, orderNo)).toBe('paid');
    expect(await pay.balance(token)).toBe(12_345);
  });

  it('is not paid by what is forged, altered, too little, or for somebody else', async () => {
    const { token, orderNo, paymentNo, where } = await begun();
    shop.pay(where);
    const good = shop.tell(paymentNo);
    const bad = [
      shop.tell(paymentNo, { isForged: true }),
      shop.tell(paymentNo, { cents: 12_344 }),
      shop.tell(paymentNo, { merchant: 'live' }),
      shop.tell('0'.repeat(32), { cents: 12_345 }),
      { ...good, body: good.body.replace(/[a-f0-9]{8}/, '00000000') },
      { ...good, body: '' },
      { body: good.body, headers: { 'content-type': good.headers['content-type'] ?? '', 'stripe-signature': 'x' } },
    ].slice(0, way === 'alipay' ? 6 : 7);

    for (const one of bad) expect(isTaken(await notify(one))).toBe(false);

    expect(await stateOf(token, orderNo)).toBe('pending');
    expect(isTaken(await notify(good))).toBe(true);
    expect(await stateOf(token, orderNo)).toBe('paid');
  });

  it('that nobody told of is found by asking, and closed where nobody paid', async () => {
    const paid = await begun();
    const unpaid = await begun();
    shop.pay(paid.where);

    await closePayment(watching(), paid.paymentId, service.now);
    await closePayment(watching(), unpaid.paymentId, service.now);
    shop.pay(unpaid.where);

    expect(await stateOf(paid.token, paid.orderNo)).toBe('paid');
    // Alipay knows nothing of a trade before somebody comes to its page: what is paid there then goes back.
    if (way !== 'alipay') expect(shop.trades.get(unpaid.paymentNo)?.state).toBe('closed');
    expect(await stateOf(unpaid.token, unpaid.orderNo)).toBe('pending');
  });

  it('paid too late is paid back, once, however often that is tried', async () => {
    const { token, orderNo, paymentNo, where } = await begun();
    shop.pay(where);
    await ask(calls.closeOrder, { orderNo }, { as: token });
    expect(isTaken(await notify(shop.tell(paymentNo)))).toBe(true);
    const asked = await refundsAsked(service);

    shop.mood = 'gone';
    for (const id of asked) await expect(refundPayment(watching(), id, service.now)).rejects.toThrow(PaymentError);
    shop.mood = 'well';
    await Promise.all([...asked, ...asked].map((id) => refundPayment(watching(), id, service.now)));

    expect([...(shop.trades.get(paymentNo)?.refunds.values() ?? [])]).toEqual([12_345]);
    expect((await pay.order(token, orderNo)).refunds).toMatchObject([{ state: 'done' }]);
    expect(await pay.balance(token)).toBe(0);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('is paid back in parts by an operator, at the provider as here', async () => {
    const { token, orderNo, paymentNo, where } = await begun();
    const operator = await given.staff();
    shop.pay(where);
    await notify(shop.tell(paymentNo));
    for (const amountCents of [2_345, 10_000]) {
      const { refundedCents } = await pay.order(token, orderNo);
      const input = { orderNo, amountCents, refundedCents, reason: '客户申请退款' };
      expect((await ask(calls.refundOrder, input, { as: operator.token })).data.state).toBe('refunding');
      for (const id of await refundsAsked(service)) await refundPayment(watching(), id, service.now);
    }

    expect([...(shop.trades.get(paymentNo)?.refunds.values() ?? [])]).toEqual([2_345, 10_000]);
    expect(await stateOf(token, orderNo)).toBe('refunded');
    expect(await pay.balance(token)).toBe(0);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it.each(['forged', 'refusing', 'gone'] as const)(
    'that is %s is believed nothing, and the order is kept',
    async (mood) => {
      const { token, orderNo, paymentId, where } = await begun();
      shop.pay(where);
      // Stripe signs no answers: that it is Stripe says its certificate.
      if (way === 'stripe' && mood === 'forged') return;
      shop.mood = mood;

      await expect(askPayment(watching(), paymentId, service.now)).rejects.toThrow(PaymentError);
      service.now = new Date(service.now.getTime() + 31 * 60_000);
      await expect(watchPayments(watching(), service.now)).rejects.toThrow(AggregateError);

      expect(await stateOf(token, orderNo)).toBe('pending');
      service.now = new Date();
      const another = await pay.recharge(token, 500);
      const other = await ask(calls.payOrder, { orderNo: another, way }, { as: token });
      // The address of Alipay's page is made here.
      const opened = await ask(calls.openPayment, { paymentId: other.data.paymentId ?? '' }, { as: token });
      expect(opened.refused).toBe(way === 'alipay' ? null : 'PAY_PROVIDER_FAILED');
      shop.mood = 'well';
      await askPayment(watching(), paymentId, service.now);
      expect(await stateOf(token, orderNo)).toBe('paid');
    },
  );
});

describe('a notification', () => {
  it.each([wechat, stripe] as const)('that is played again later is not believed', async (shop) => {
    const provider = shop === wechat ? providers.wechat : providers.stripe;
    const { body, headers } = shop.tell('0'.repeat(32), { secondsAgo: 400, cents: 1 });

    await expect(provider.parse(Buffer.from(body), headers)).rejects.toThrow(NotificationError);
  });
});

describe('a provider that does not answer', () => {
  it('is waited for no longer than eight seconds', async () => {
    for (const shop of Object.values(shops)) shop.mood = 'slow';
    const asked = performance.now();

    const known = { paymentNo: '0'.repeat(32), ref: 'cs_test_x' };
    await Promise.all(all.map((provider) => expect(provider.query(known)).rejects.toThrow(PaymentError)));

    expect(performance.now() - asked).toBeLessThan(11_000);
  });
});
