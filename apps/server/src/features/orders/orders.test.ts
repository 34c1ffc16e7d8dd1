import { orderCalls as calls, isOrderNo, orderStateTable } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { newOrderNo } from '../../kit/order-numbers.ts';
import { payTrade } from '../../providers/payment/sandbox-store.ts';
import { useService } from '../../testing/service.ts';
import { checkLedger } from '../money/service.ts';
import { watchPayments } from './payments/watch.ts';
import { refundPayment } from './refunds/refunds.ts';
import { notifyService, paying, refundsAsked, sandboxNotification, watcherDepsOf } from './testing/payments.ts';

const service = useService();
const { ask, given } = service;
const pay = paying(service);
const notify = (o: Parameters<typeof sandboxNotification>[1]) =>
  notifyService(service, 'sandbox', sandboxNotification(service, o));
const watch = () => watchPayments(watcherDepsOf(service), service.now);
const payOut = async () => {
  for (const id of await refundsAsked(service)) await refundPayment(watcherDepsOf(service), id, service.now);
};
const laterBy = (minutes: number) => {
  service.now = new Date(service.now.getTime() + minutes * 60_000);
};
const isSound = async () => expect(await checkLedger(service.database.pool)).toEqual([]);

describe('the number of an order', () => {
  it('has a check digit: a mistyped number is refused with a sentence before any query', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 1_000);
    const mistyped = orderNo.slice(0, -1) + ((Number(orderNo.at(-1)) + 1) % 10);
    expect(isOrderNo(newOrderNo(new Date()))).toBe(true);

    const found = await ask(calls.orders, { orderNo }, { as: token });
    const others = await ask(calls.orders, { orderNo }, { as: (await given.login()).token });
    const refused = await ask(calls.orders, { orderNo: mistyped }, { as: token });

    expect([found.data.total, others.data.total]).toEqual([1, 0]);
    expect(refused.refused).toBe('INPUT_INVALID');
    expect(refused.envelope.fields).toEqual([{ field: 'orderNo', message: '订单编号有误，请核对每一位数字' }]);
    expect((await ask(calls.order, { orderNo: mistyped }, { as: token })).refused).toBe('INPUT_INVALID');
  });
});

describe('the state table of orders', () => {
  it('cannot be changed once closed or refunded', () => {
    for (const who of ['holder', 'provider', 'operator', 'clock'] as const) {
      expect(orderStateTable.allowed('closed', who)).toEqual([]);
      expect(orderStateTable.allowed('refunded', who)).toEqual([]);
    }
  });

  it('lets the holder pay or close a pending order, and nothing else', () => {
    const allowed = orderStateTable.states.map((state) => orderStateTable.allowed(state, 'holder'));

    expect(allowed).toEqual([['pay', 'close'], [], [], [], [], []]);
  });
});

describe('a recharge', () => {
  it('is credited once the provider reports it, and only once', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 50_000);
    const paymentNo = await pay.begin(token, orderNo);
    expect(await pay.balance(token)).toBe(0);

    const eventId = crypto.randomUUID();
    const same = await Promise.all(Array.from({ length: 20 }, () => notify({ paymentNo, cents: 50_000, eventId })));
    const others = await Promise.all(Array.from({ length: 20 }, () => notify({ paymentNo, cents: 50_000 })));

    expect(new Set([...same, ...others].map(({ status }) => status))).toEqual(new Set([200]));
    expect(await pay.balance(token)).toBe(50_000);
    expect(await pay.order(token, orderNo)).toMatchObject({ state: 'paid', paidBy: 'sandbox', ways: [] });
    await isSound();
  });

  it('is between one yuan and a million, in whole cents', async () => {
    const { token } = await given.login();
    for (const amountCents of [0, 99, -100, 100.5, 100_000_001, 'x' as never])
      expect((await ask(calls.recharge, { amountCents }, { as: token })).refused).toBe('INPUT_INVALID');
    for (const amountCents of [100, 100_000_000])
      expect((await ask(calls.recharge, { amountCents }, { as: token })).data.amountCents).toBe(amountCents);
  });

  it('is not paid by a notification with another amount, currency, merchant or payment, or a wrong signature', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    const good = sandboxNotification(service, { paymentNo, cents: 10_000 });
    const wrong = [
      sandboxNotification(service, { paymentNo, cents: 9_999 }),
      sandboxNotification(service, { paymentNo, cents: 10_001 }),
      sandboxNotification(service, { paymentNo, cents: 10_000, currency: 'JPY' }),
      sandboxNotification(service, { paymentNo, cents: 10_000, merchant: 'another' }),
      sandboxNotification(service, { paymentNo: '0'.repeat(32), cents: 10_000 }),
      sandboxNotification(service, { paymentNo: 'x', cents: 10_000 }),
      { ...good, body: good.body.replace('10000', '10001') },
      { ...good, headers: { ...good.headers, 'x-sandbox-signature': 'f'.repeat(64) } },
      { ...good, headers: { 'content-type': 'application/json' } },
      { ...good, body: '' },
    ];

    for (const one of wrong) expect((await notifyService(service, 'sandbox', one)).status).toBe(400);
    laterBy(6);
    expect((await notifyService(service, 'sandbox', good)).status).toBe(400);

    expect((await pay.order(token, orderNo)).state).toBe('pending');
    expect(await pay.balance(token)).toBe(0);
    expect((await notify({ paymentNo, cents: 10_000 })).status).toBe(200);
    expect(await pay.balance(token)).toBe(10_000);
    await isSound();
  });

  it('can’t be paid from the balance or with an unknown provider', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);

    expect((await pay.order(token, orderNo)).ways).toEqual([{ way: 'sandbox', isEnough: true }]);
    for (const way of ['balance', 'alipay'] as const)
      expect((await ask(calls.payOrder, { orderNo, way }, { as: token })).refused).toBe('PAY_WAY_OFF');
    expect(
      (await notifyService(service, 'alipay', sandboxNotification(service, { paymentNo: 'x', cents: 1 }))).status,
    ).toBe(404);
  });
});

describe('an order', () => {
  it('is visible to and payable by permitted members of its account only', async () => {
    const holder = await given.login();
    const other = await given.login();
    const member = await given.member(holder, ['preserve']);
    const bookkeeper = await given.member(holder, ['billing']);
    const orderNo = await pay.recharge(holder.token, 10_000);
    const { data } = await ask(calls.payOrder, { orderNo, way: 'sandbox' }, { as: holder.token });
    const paymentId = data.paymentId ?? '';

    for (const call of [calls.order, calls.checkOrder, calls.closeOrder] as const)
      expect((await ask(call, { orderNo }, { as: other.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.payOrder, { orderNo, way: 'sandbox' }, { as: other.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.openPayment, { paymentId }, { as: other.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.orders, {}, { as: other.token })).data.total).toBe(0);
    expect((await ask(calls.recharge, { amountCents: 100 }, { as: member.token })).refused).toBe('NOT_ALLOWED');
    expect((await ask(calls.order, { orderNo }, { as: member.token })).refused).toBe('NOT_ALLOWED');
    expect((await ask(calls.order, { orderNo }, { as: bookkeeper.token })).data.orderNo).toBe(orderNo);
  });

  it('is found to be paid by asking the provider if no notification came', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await watch();
    expect((await pay.order(token, orderNo)).state).toBe('pending');

    laterBy(2);
    await watch();

    expect((await pay.order(token, orderNo)).state).toBe('paid');
    expect((await notify({ paymentNo, cents: 10_000 })).status).toBe(200);
    expect(await pay.balance(token)).toBe(10_000);
    await isSound();
  });

  it('paid at the last moment is paid, and an unpaid one is closed here and at the provider', async () => {
    const { token } = await given.login();
    const [paid, unpaid] = [await pay.recharge(token, 10_000), await pay.recharge(token, 20_000)];
    const paymentNo = await pay.begin(token, paid);
    const closedNo = await pay.begin(token, unpaid);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });

    laterBy(31);
    await watch();

    expect((await pay.order(token, paid)).state).toBe('paid');
    expect((await pay.order(token, unpaid)).state).toBe('closed');
    expect(await payTrade(service.database.pool, closedNo, { now: service.now, dueAt: null })).toBe(false);
    expect((await ask(calls.payOrder, { orderNo: unpaid, way: 'sandbox' }, { as: token })).refused).toBe('ORDER_OVER');
  });

  it('refunds a late payment after it was closed, and notifies its holder', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await ask(calls.closeOrder, { orderNo }, { as: token });

    for (let n = 0; n < 3; n++) expect((await notify({ paymentNo, cents: 10_000 })).status).toBe(200);
    await payOut();
    await payOut();

    const { state, refunds } = await pay.order(token, orderNo);
    expect(state).toBe('closed');
    expect(refunds).toMatchObject([{ amountCents: 10_000, state: 'done' }]);
    expect(await pay.balance(token)).toBe(0);
    const { rows } = await service.database.pool.query<{ name: string }>(
      `select m.message ->> 'name' as name from message m join login l on l.id = m.login_id join order_ o on o.account_id = l.account_id
       where o.no = $1 order by m.id`,
      [orderNo],
    );
    expect(rows.map(({ name }) => name)).toEqual(['message.payment-late', 'message.refund-done']);
    await isSound();
  });
});

describe('an open refund', () => {
  it('is requested again after an hour, even if the queue gave up', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await ask(calls.closeOrder, { orderNo }, { as: token });
    await notify({ paymentNo, cents: 10_000 });
    await watch();
    expect((await pay.order(token, orderNo)).refunds).toMatchObject([{ state: 'asked' }]);

    laterBy(61);
    await watch();

    expect((await pay.order(token, orderNo)).refunds).toMatchObject([{ state: 'done' }]);
    await isSound();
  });
});

describe('a package', () => {
  const topUp = async (token: string, cents: number) => {
    const paymentNo = await pay.begin(token, await pay.recharge(token, cents));
    await notify({ paymentNo, cents });
  };
  const packagesOf = async (accountId: string) => {
    const { rows } = await service.database.pool.query<{ quota: number; isOver: boolean }>(
      `select q.quota, p.expires_at <= $2 as "isOver" from package p join package_quota q on q.package_id = p.id
       join order_ o on o.id::text = p.subject where p.account_id = $1`,
      [accountId, service.now],
    );
    return rows;
  };

  it('is paid from the balance once by concurrent requests', async () => {
    const { token, accountId } = await given.login();
    await topUp(token, 200_000);
    const orderNo = await pay.package(token);
    expect((await pay.order(token, orderNo)).ways[0]).toEqual({ way: 'balance', isEnough: true });

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(calls.payOrder, { orderNo, way: 'balance' }, { as: token })),
    );

    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null]));
    expect(await pay.balance(token)).toBe(200_000 - 78_000);
    expect(await packagesOf(accountId)).toEqual([{ quota: 100, isOver: false }]);
    await isSound();
  });

  it('stays pending if the balance is too low, which stays unchanged', async () => {
    const { token, accountId } = await given.login();
    await topUp(token, 77_999);
    const orderNo = await pay.package(token);

    expect((await ask(calls.payOrder, { orderNo, way: 'balance' }, { as: token })).refused).toBe('BALANCE_SHORT');

    expect(await pay.order(token, orderNo)).toMatchObject({ state: 'pending', ways: [{ isEnough: false }, {}] });
    expect(await pay.balance(token)).toBe(77_999);
    expect(await packagesOf(accountId)).toEqual([]);
    await isSound();
  });

  it('paid from the balance and with a provider concurrently is paid once, and the other payment is refunded', async () => {
    const { token, accountId } = await given.login();
    await topUp(token, 100_000);
    const orderNo = await pay.package(token);
    const paymentNo = await pay.begin(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });

    await Promise.all([
      ask(calls.payOrder, { orderNo, way: 'balance' }, { as: token }),
      notify({ paymentNo, cents: 78_000 }),
    ]);
    await watch();
    await payOut();

    const { state, paidBy, refunds } = await pay.order(token, orderNo);
    expect(state).toBe('paid');
    expect(refunds.filter((refund) => refund.state === 'done')).toHaveLength(paidBy === 'balance' ? 1 : 0);
    expect(await pay.balance(token)).toBe(paidBy === 'balance' ? 22_000 : 100_000);
    expect(await packagesOf(accountId)).toHaveLength(1);
    await isSound();
  });

  it('can be refunded in part and in full, never above its payment, and is then unusable', async () => {
    const { token, accountId } = await given.login();
    const operator = await given.staff();
    await topUp(token, 78_000);
    const orderNo = await pay.package(token);
    await ask(calls.payOrder, { orderNo, way: 'balance' }, { as: token });
    const giveBack = async (amountCents: number, as = operator.token) => {
      const { refundedCents } = await pay.order(token, orderNo);
      return ask(calls.refundOrder, { orderNo, amountCents, refundedCents, reason: '客户申请退款' }, { as });
    };

    expect((await giveBack(1, (await given.staff('notary')).token)).refused).toBe('NOT_ALLOWED');
    expect((await giveBack(78_001)).refused).toBe('REFUND_TOO_MUCH');
    expect((await giveBack(8_000)).data).toMatchObject({ state: 'partly-refunded', refundedCents: 8_000 });
    expect(await packagesOf(accountId)).toEqual([{ quota: 100, isOver: false }]);
    expect((await giveBack(70_001)).refused).toBe('REFUND_TOO_MUCH');
    expect((await giveBack(70_000)).data.state).toBe('refunded');
    expect((await giveBack(1)).refused).toBe('STATE_FORBIDS');

    expect(await pay.balance(token)).toBe(78_000);
    expect(await packagesOf(accountId)).toEqual([{ quota: 100, isOver: true }]);
    laterBy(16);
    expect((await giveBack(1)).refused).toBe('PROVE_AGAIN');
    await isSound();
  });
});

describe('a refunded recharge', () => {
  it('is taken from the balance at once, refunded by the provider once, and refused if already spent', async () => {
    const { token } = await given.login();
    const operator = await given.staff();
    const orderNo = await pay.recharge(token, 80_000);
    const paymentNo = await pay.begin(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await notify({ paymentNo, cents: 80_000 });
    const giveBack = async (amountCents: number) => {
      const { refundedCents } = await pay.order(token, orderNo);
      return ask(
        calls.refundOrder,
        { orderNo, amountCents, refundedCents, reason: '客户申请退款' },
        { as: operator.token },
      );
    };

    const both = await Promise.all([giveBack(30_000), giveBack(30_000)]);
    expect(both.map(({ refused }) => refused).sort()).toEqual(['STATE_FORBIDS', null].sort());
    expect(await pay.balance(token)).toBe(50_000);
    await Promise.all([payOut(), payOut()]);
    const packageNo = await pay.package(token, 'pages-500');
    expect((await ask(calls.payOrder, { orderNo: packageNo, way: 'balance' }, { as: token })).refused).toBe(
      'BALANCE_SHORT',
    );
    await service.database.pool.query(
      `select post_transfer('spent', 'purchase', null, 'x', 40000,
         'balance', (select account_id from order_ where no = $1), null, 'revenue', null, null)`,
      [orderNo],
    );

    expect((await giveBack(10_001)).refused).toBe('BALANCE_SHORT');
    expect(await pay.order(token, orderNo)).toMatchObject({ state: 'partly-refunded', refundedCents: 30_000 });
    const { rows } = await service.database.pool.query<{ cents: string }>(
      'select refunded_cents as cents from sandbox_trade where payment_no = $1',
      [paymentNo],
    );
    expect(rows).toEqual([{ cents: '30000' }]);
    await isSound();
  });
});

describe('a payment that becomes known after its order was closed', () => {
  it('at the cashier without a notification is found by asking, and refunded', async () => {
    service.now = new Date();
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 700);
    const paymentNo = await pay.begin(token, orderNo);
    const { pool } = service.database;
    // The process that sends its notification ends before doing so.
    await payTrade(pool, paymentNo, { now: service.now, dueAt: new Date(service.now.getTime() + 15_000) });
    await ask(calls.closeOrder, { orderNo }, { as: token });
    await watch();
    expect((await pay.order(token, orderNo)).refunds).toEqual([]);

    laterBy(36);
    await watch();
    await payOut();

    expect((await pay.order(token, orderNo)).refunds).toMatchObject([{ amountCents: 700, state: 'done' }]);
    await isSound();
  });
});
