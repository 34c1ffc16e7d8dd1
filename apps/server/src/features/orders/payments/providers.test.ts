import { orderCalls as calls, type PayStep } from '@proofkeep/contract';
import { type Shop, startAlipayShop, startStripeShop, startWechatShop } from '@proofkeep/fakes';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { alipayPayment } from '../../../providers/payment/alipay.ts';
import { NotificationError, PaymentError, type PaymentProvider } from '../../../providers/payment/payment.ts';
import { stripePayment } from '../../../providers/payment/stripe.ts';
import { wechatPayment } from '../../../providers/payment/wechat.ts';
import { useService } from '../../../testing/service.ts';
import { checkLedger } from '../../money/service.ts';
import { refundPayment } from '../refunds/refunds.ts';
import { notifyService, paying, refundsAsked, watcherDepsOf } from '../testing/payments.ts';
import { askPayment, closePayment, watchPayments } from './watch.ts';

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
const watching = () => watcherDepsOf(service, all);

describe.each(Object.keys(providers) as (keyof typeof providers)[])('%s', (way) => {
  const shop = shops[way];
  beforeEach(() => {
    shop.behavior = 'well';
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
  const notify = (notification: Parameters<typeof notifyService>[2]) => notifyService(service, way, notification);
  const isTaken = ({ status, body }: { status: number; body: string }) => status === 200 && body !== 'failure';
  const stateOf = async (token: string, orderNo: string) => (await pay.order(token, orderNo)).state;

  it('is paid once by repeated notifications and a matching answer', async () => {
    const { token, orderNo, paymentId, paymentNo, where } = await begun();
    shop.pay(where);
    const notification = shop.notification(paymentNo);

    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => notify(notification)),
      ...Array.from({ length: 5 }, () => notify(shop.notification(paymentNo))),
    ]);
    await askPayment(watching(), paymentId, service.now);

    expect(answers.every(isTaken)).toBe(true);
    expect(await stateOf(token, orderNo)).toBe('paid');
    expect(await pay.balance(token)).toBe(12_345);
  });

  it('stays unpaid after a forged, altered, underpaying or foreign notification', async () => {
    const { token, orderNo, paymentNo, where } = await begun();
    shop.pay(where);
    const good = shop.notification(paymentNo);
    const bad = [
      shop.notification(paymentNo, { isForged: true }),
      shop.notification(paymentNo, { cents: 12_344 }),
      shop.notification(paymentNo, { merchant: 'live' }),
      shop.notification('0'.repeat(32), { cents: 12_345 }),
      { ...good, body: good.body.replace(/[a-f0-9]{8}/, '00000000') },
      { ...good, body: '' },
      { body: good.body, headers: { 'content-type': good.headers['content-type'] ?? '', 'stripe-signature': 'x' } },
    ].slice(0, way === 'alipay' ? 6 : 7);

    for (const one of bad) expect(isTaken(await notify(one))).toBe(false);

    expect(await stateOf(token, orderNo)).toBe('pending');
    expect(isTaken(await notify(good))).toBe(true);
    expect(await stateOf(token, orderNo)).toBe('paid');
  });

  it('is found by asking if no notification came, and closed if unpaid', async () => {
    const paid = await begun();
    const unpaid = await begun();
    shop.pay(paid.where);

    await closePayment(watching(), paid.paymentId, service.now);
    await closePayment(watching(), unpaid.paymentId, service.now);
    shop.pay(unpaid.where);

    expect(await stateOf(paid.token, paid.orderNo)).toBe('paid');
    // Alipay knows a trade only once its page was opened; a later payment is refunded.
    if (way !== 'alipay') expect(shop.trades.get(unpaid.paymentNo)?.state).toBe('closed');
    expect(await stateOf(unpaid.token, unpaid.orderNo)).toBe('pending');
  });

  it('is refunded once if paid too late, even after several tries', async () => {
    const { token, orderNo, paymentNo, where } = await begun();
    shop.pay(where);
    await ask(calls.closeOrder, { orderNo }, { as: token });
    expect(isTaken(await notify(shop.notification(paymentNo)))).toBe(true);
    const asked = await refundsAsked(service);

    shop.behavior = 'gone';
    for (const id of asked) await expect(refundPayment(watching(), id, service.now)).rejects.toThrow(PaymentError);
    shop.behavior = 'well';
    await Promise.all([...asked, ...asked].map((id) => refundPayment(watching(), id, service.now)));

    expect([...(shop.trades.get(paymentNo)?.refunds.values() ?? [])]).toEqual([12_345]);
    expect((await pay.order(token, orderNo)).refunds).toMatchObject([{ state: 'done' }]);
    expect(await pay.balance(token)).toBe(0);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('is refunded in parts by an operator, both at the provider and here', async () => {
    const { token, orderNo, paymentNo, where } = await begun();
    const operator = await given.staff();
    shop.pay(where);
    await notify(shop.notification(paymentNo));
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

  it.each(['forged', 'refusing', 'gone'] as const)('rejects %s answers, and keeps the order', async (behavior) => {
    const { token, orderNo, paymentId, where } = await begun();
    shop.pay(where);
    // Stripe doesn't sign answers: its TLS certificate identifies it.
    if (way === 'stripe' && behavior === 'forged') return;
    shop.behavior = behavior;

    await expect(askPayment(watching(), paymentId, service.now)).rejects.toThrow(PaymentError);
    service.now = new Date(service.now.getTime() + 31 * 60_000);
    const failures: unknown[] = [];
    await watchPayments(
      watcherDepsOf(service, all, (error) => failures.push(error)),
      service.now,
    );
    expect(failures.length).toBeGreaterThan(0);

    expect(await stateOf(token, orderNo)).toBe('pending');
    service.now = new Date();
    const another = await pay.recharge(token, 500);
    const other = await ask(calls.payOrder, { orderNo: another, way }, { as: token });
    // We build the URL of Alipay's page.
    const opened = await ask(calls.openPayment, { paymentId: other.data.paymentId ?? '' }, { as: token });
    expect(opened.refused).toBe(way === 'alipay' ? null : 'PAY_PROVIDER_FAILED');
    shop.behavior = 'well';
    await askPayment(watching(), paymentId, service.now);
    expect(await stateOf(token, orderNo)).toBe('paid');
  });
});

describe('a provider’s answer about a refund', () => {
  beforeEach(() => {
    for (const shop of Object.values(shops)) Object.assign(shop, { behavior: 'well', refundBehavior: 'well' });
    service.now = new Date();
  });

  async function refunding(way: keyof typeof shops, reason = '客户申请退款') {
    const shop = shops[way];
    const { token } = await given.login();
    const operator = await given.staff();
    const orderNo = await pay.recharge(token, 12_345);
    const { data } = await ask(calls.payOrder, { orderNo, way }, { as: token });
    const { data: step } = await ask(calls.openPayment, { paymentId: data.paymentId ?? '' }, { as: token });
    const paymentNo = (data.paymentId ?? '').replaceAll('-', '');
    shop.pay(step.kind === 'redirect' ? step.url : step.text);
    await notifyService(service, way, shop.notification(paymentNo));
    const refund = () =>
      ask(calls.refundOrder, { orderNo, amountCents: 12_345, refundedCents: 0, reason }, { as: operator.token });
    const payOut = async () => {
      for (const id of await refundsAsked(service)) await refundPayment(watching(), id, service.now);
    };
    await refund();
    const refunds = () => shop.trades.get(paymentNo)?.refunds ?? new Map<string, number>();
    return { token, orderNo, refund, payOut, refunds };
  }

  it('is positive at WeChat and Alipay even if the operator’s reason is longer than they accept', async () => {
    for (const way of ['wechat', 'alipay'] as const) {
      const { token, orderNo, payOut } = await refunding(way, '客户要求退款并投诉'.repeat(20));

      await payOut();

      expect((await pay.order(token, orderNo)).state).toBe('refunded');
    }
  });

  it.each(['wechat', 'alipay', 'stripe'] as const)(
    '%s: if pending, is requested again by the job until it is done',
    async (way) => {
      const { token, orderNo, payOut, refunds } = await refunding(way);
      shops[way].refundBehavior = 'pending';
      await payOut();
      expect((await pay.order(token, orderNo)).state).toBe('refunding');

      shops[way].refundBehavior = 'well';
      await watchPayments(watching(), new Date(service.now.getTime() + 5 * 60_000));

      expect((await pay.order(token, orderNo)).state).toBe('refunded');
      expect([...refunds().values()]).toEqual([12_345]);
    },
  );

  it('WeChat: money waiting there to be forwarded manually is not credited here', async () => {
    const { token, orderNo, payOut } = await refunding('wechat');
    shops.wechat.refundBehavior = 'stuck';
    await payOut();

    expect((await pay.order(token, orderNo)).state).toBe('refunding');
    expect(await pay.balance(token)).toBe(0);
    shops.wechat.refundBehavior = 'well';
    await payOut();
    expect((await pay.order(token, orderNo)).state).toBe('refunded');
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it.each(['wechat', 'alipay', 'stripe'] as const)(
    '%s: if refused, the money is neither given back here nor lost',
    async (way) => {
      const { token, orderNo, payOut } = await refunding(way);
      shops[way].refundBehavior = 'refused';
      await payOut();

      expect((await pay.order(token, orderNo)).state).toBe('refunding');
      expect(await pay.balance(token)).toBe(0);
    },
  );

  it('lets a failed refund be retried under the old number at WeChat, under a new one at Stripe', async () => {
    for (const [way, times] of [
      ['wechat', 1],
      ['stripe', 2],
    ] as const) {
      const { token, orderNo, refund, payOut, refunds } = await refunding(way);
      shops[way].refundBehavior = 'closed';
      await payOut();
      expect(await pay.balance(token)).toBe(12_345);

      shops[way].refundBehavior = 'well';
      await refund();
      await payOut();

      const { rows } = await service.database.pool.query<{ id: string }>(
        `select r.id from refund r join payment p on p.id = r.payment_id join order_ o on o.id = p.order_id
         where o.no = $1 order by r.id`,
        [orderNo],
      );
      expect([...refunds().keys()]).toEqual([rows[times - 1]?.id.replaceAll('-', '')]);
      expect((await pay.order(token, orderNo)).state).toBe('refunded');
      expect(await checkLedger(service.database.pool)).toEqual([]);
    }
  });
});

describe('a payment', () => {
  beforeEach(() => {
    for (const shop of Object.values(shops)) shop.behavior = 'well';
    service.now = new Date();
  });

  async function begun(way: keyof typeof shops, cents = 12_345) {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, cents);
    const { data } = await ask(calls.payOrder, { orderNo, way }, { as: token });
    const paymentId = data.paymentId ?? '';
    const open = (id = paymentId, language = 'zh-CN') =>
      ask(calls.openPayment, { paymentId: id }, { as: token, headers: { 'accept-language': language } });
    return { token, orderNo, paymentId, open };
  }

  it.each(['stripe', 'wechat'] as const)('at %s is the same on every opening and in both languages', async (way) => {
    const { open, paymentId } = await begun(way);
    const first = await open();
    // Simulates a crash between the provider's answer and our COMMIT.
    await service.database.pool.query('update payment set step = null, provider_ref = null where id = $1', [paymentId]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));

    const second = await open(paymentId, 'en-US');

    expect(second.refused).toBe(null);
    expect(second.data).toEqual(first.data);
  });

  it.each(['lost', 'refusing'] as const)('can be retried after a %s answer from Stripe', async (behavior) => {
    const { token, orderNo, open } = await begun('stripe');
    stripe.behavior = behavior;
    expect((await open()).refused).toBe('PAY_PROVIDER_FAILED');
    stripe.behavior = 'well';

    const { data } = await ask(calls.payOrder, { orderNo, way: 'stripe' }, { as: token });

    expect((await open(data.paymentId ?? '')).refused).toBe(null);
  });

  it('is offered only with providers that accept the amount', async () => {
    const waysOf = async (cents: number) => {
      const { token } = await given.login();
      const orderNo = await pay.recharge(token, cents);
      const refused = (await ask(calls.payOrder, { orderNo, way: 'stripe' }, { as: token })).refused;
      return [(await pay.order(token, orderNo)).ways.map(({ way }) => way), refused];
    };

    expect(await waysOf(100)).toEqual([['alipay', 'wechat'], 'PAY_WAY_OFF']);
    expect(await waysOf(500)).toEqual([['alipay', 'wechat', 'stripe'], null]);
    expect(await waysOf(100_000_000)).toEqual([['alipay', 'wechat'], 'PAY_WAY_OFF']);
  });

  it('made on an Alipay page that was open during cancellation is found without a notification, and refunded', async () => {
    const { token, orderNo, paymentId, open } = await begun('alipay');
    const { data: step } = await open();
    await ask(calls.closeOrder, { orderNo }, { as: token });
    await closePayment(watching(), paymentId, service.now);
    alipay.pay(step.kind === 'redirect' ? step.url : '');

    const later = (minutes: number) => new Date(service.now.getTime() + minutes * 60_000);
    await watchPayments(watching(), later(20));
    expect((await pay.order(token, orderNo)).refunds).toEqual([]);
    await watchPayments(watching(), later(36));
    for (const id of await refundsAsked(service)) await refundPayment(watching(), id, service.now);

    expect((await pay.order(token, orderNo)).refunds).toMatchObject([{ amountCents: 12_345, state: 'done' }]);
    expect([...(alipay.trades.get(paymentId.replaceAll('-', ''))?.refunds.values() ?? [])]).toEqual([12_345]);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });
});

describe('the payment watcher', () => {
  it('closes orders queued behind two hundred of an unavailable provider, and orders of a removed one', async () => {
    service.now = new Date();
    for (const shop of Object.values(shops)) shop.behavior = 'well';
    const { token, accountId } = await given.login();
    await service.database.pool.query(
      `with placed as (
         insert into order_ (no, account_id, login_id, kind, lines, amount_cents, created_at, expires_at)
         select lpad((1e12 + n)::bigint::text, 20, '9'), $1, (select id from login where account_id = $1 limit 1), 'recharge', '[]', 500, $2::timestamptz - interval '2 hours',
           $2::timestamptz - interval '90 minutes' from generate_series(1, 205) n returning id
       ) insert into payment (order_id, provider, amount_cents, created_at, step, times_asked, asked_at)
         select id, 'wechat', 500, $2::timestamptz - interval '2 hours', '{"kind":"qr","text":"x"}', 9, $2 from placed`,
      [accountId, service.now],
    );
    const orderNo = await pay.recharge(token, 500);
    await ask(calls.payOrder, { orderNo, way: 'alipay' }, { as: token });
    const gone = await pay.recharge(token, 500);
    await ask(calls.payOrder, { orderNo: gone, way: 'stripe' }, { as: token });
    wechat.behavior = 'refusing';
    const failures: unknown[] = [];
    const left = watcherDepsOf(service, [providers.alipay, providers.wechat], (error) => failures.push(error));

    for (const minutes of [31, 32]) await watchPayments(left, new Date(service.now.getTime() + minutes * 60_000));

    expect((await pay.order(token, orderNo)).state).toBe('closed');
    expect((await pay.order(token, gone)).state).toBe('closed');
    expect(failures.length).toBeGreaterThan(200);
    await service.database.pool.query(`update order_ set state = 'closed', closed_at = now() where state = 'pending'`);
    await service.database.pool.query(`update payment set state = 'closed', asked_late = 3 where state = 'open'`);
    wechat.behavior = 'well';
  });
});

describe('a notification', () => {
  it.each([wechat, stripe] as const)('is rejected if replayed later', async (shop) => {
    const provider = shop === wechat ? providers.wechat : providers.stripe;
    const { body, headers } = shop.notification('0'.repeat(32), { secondsAgo: 400, cents: 1 });

    await expect(provider.parse(Buffer.from(body), headers)).rejects.toThrow(NotificationError);
  });
});

describe('a provider that does not answer', () => {
  it('delays a request by at most eight seconds', async () => {
    for (const shop of Object.values(shops)) shop.behavior = 'slow';
    const asked = performance.now();

    const known = { paymentNo: '0'.repeat(32), ref: 'cs_test_x' };
    await Promise.all(all.map((provider) => expect(provider.query(known)).rejects.toThrow(PaymentError)));

    expect(performance.now() - asked).toBeLessThan(11_000);
  });
});
