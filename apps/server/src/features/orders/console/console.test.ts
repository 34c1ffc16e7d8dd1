import { consoleOrderCalls as calls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../database/client.ts';
import type { PaymentProvider, RefundAnswer } from '../../../providers/payment/payment.ts';
import { payTrade } from '../../../providers/payment/sandbox-store.ts';
import { useService } from '../../../testing/service.ts';
import { moneyJobs } from '../../money/jobs.ts';
import { checkLedger } from '../../money/service.ts';
import { refundPayment } from '../refunds/refunds.ts';
import { notifyService, paying, refundsAsked, sandboxNotification, watcherDepsOf } from '../testing/payments.ts';

const service = useService();
const { ask, given } = service;
const pay = paying(service);
const notify = (o: Parameters<typeof sandboxNotification>[1]) =>
  notifyService(service, 'sandbox', sandboxNotification(service, o));
const isSound = async () => expect(await checkLedger(service.database.pool)).toEqual([]);

/** A paid recharge. */
async function recharged(cents: number) {
  const holder = await given.login();
  const orderNo = await pay.recharge(holder.token, cents);
  const paymentNo = await pay.begin(holder.token, orderNo);
  await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
  await notify({ paymentNo, cents });
  return { ...holder, orderNo, paymentNo };
}

async function eventsOf(orderNo: string): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ event: string }>(
    `select event from audit where subject ->> 'order' = $1 and staff_id is not null order by id`,
    [orderNo],
  );
  return rows.map(({ event }) => event);
}

async function isQueryWaiting(): Promise<boolean> {
  const { rows } = await service.database.pool.query(
    `select from pg_locks where relation = 'package_quota'::regclass and not granted`,
  );
  return rows.length > 0;
}

describe('orders in the console', () => {
  it('are found by state, kind, payment method, number, account, provider number and time, by operators only', async () => {
    const operator = await given.staff();
    const paid = await recharged(12_300);
    const unpaid = await pay.recharge(paid.token, 500);
    const find = async (input: Parameters<typeof ask<typeof calls.consoleOrders>>[1]) =>
      (await ask(calls.consoleOrders, input, { as: operator.token })).data.list
        .filter(({ accountId }) => accountId === paid.accountId)
        .map(({ orderNo }) => orderNo);
    const later = new Date(service.now.getTime() + 60_000).toISOString();

    expect(await find({ search: paid.accountId })).toEqual([unpaid, paid.orderNo]);
    expect(await find({ search: paid.accountId, state: 'paid' })).toEqual([paid.orderNo]);
    expect(await find({ search: paid.accountId, state: 'pending' })).toEqual([unpaid]);
    expect(await find({ search: paid.accountId, provider: 'sandbox' })).toEqual([paid.orderNo]);
    expect(await find({ search: paid.accountId, kind: 'package' })).toEqual([]);
    expect(await find({ search: unpaid })).toEqual([unpaid]);
    expect(await find({ search: `sandbox-${paid.paymentNo}` })).toEqual([paid.orderNo]);
    expect(await find({ search: paid.accountId, since: later })).toEqual([]);
    expect(await find({ search: paid.accountId, until: later })).toEqual([unpaid, paid.orderNo]);
    expect(await find({ search: '%' })).toEqual([]);
    const mistyped = unpaid.slice(0, -1) + ((Number(unpaid.at(-1)) + 1) % 10);
    for (const call of [calls.consoleOrders, calls.consolePayments]) {
      const refused = await ask(call, { search: mistyped }, { as: operator.token });
      expect(refused.envelope.fields).toEqual([{ field: 'search', message: '订单编号有误，请核对每一位数字' }]);
    }
    for (const as of [(await given.staff('notary')).token, paid.token])
      expect((await ask(calls.consoleOrders, {}, { as })).refused).not.toBe(null);
  });

  it('show all payments, the provider’s notifications and the ledger', async () => {
    const operator = await given.staff();
    const { orderNo, paymentNo } = await recharged(12_300);
    await notify({ paymentNo, cents: 12_300 });

    const { data } = await ask(calls.consoleOrder, { orderNo }, { as: operator.token });

    expect(data).toMatchObject({ state: 'paid', placedBy: '王芳', refundableCents: 12_300, closedAt: null });
    expect(data.payments).toMatchObject([{ state: 'paid', provider: 'sandbox', txn: `sandbox-${paymentNo}` }]);
    expect(data.notifications.map(({ outcome }) => outcome).sort()).toEqual(['known', 'settled']);
    expect(data.transfers).toMatchObject([{ kind: 'recharge' }]);
    expect(data.transfers[0]?.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
    expect((await ask(calls.consoleOrder, { orderNo: '0'.repeat(20) }, { as: operator.token })).refused).toBe(
      'NOT_FOUND',
    );
  });

  it('are read in one snapshot, however long it takes', async () => {
    const { token: operator } = await given.staff();
    const { token } = await given.login();
    const orderNo = await pay.package(token);
    const paymentNo = await pay.begin(token, orderNo);
    const { amountCents: cents } = await pay.order(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await notify({ paymentNo, cents });
    const usedOf = async () => {
      const { data } = await ask(calls.consoleOrder, { orderNo }, { as: operator });
      return data.package?.quotas.map(({ used }) => used);
    };
    const use = (db: Client, used: number) =>
      db.query(
        `update package_quota set used = $2 where package_id = (select p.id from package p
           join order_ o on o.id::text = p.subject where o.no = $1)`,
        [orderNo, used],
      );

    const during = await service.database.transaction(async (db) => {
      // Blocks the last of the call's reads; the others are done by then.
      await db.query('lock table package_quota in access exclusive mode');
      const usage = usedOf();
      await vi.waitUntil(isQueryWaiting, 10_000);
      await use(db, 5);
      return { usage };
    });

    expect(await during.usage).toEqual([0]);
    expect(await usedOf()).toEqual([5]);
    await use(service.database.pool, 0);
  });

  it('can’t refund more of a recharge than is left in the balance', async () => {
    const operator = await given.staff();
    const { orderNo, accountId } = await recharged(1_000);
    await service.database.pool.query(
      `select post_transfer('spent:' || $1, 'purchase', null, 'x', 400, 'balance', $1::uuid, null, 'revenue', null, null)`,
      [accountId],
    );

    expect((await ask(calls.consoleOrder, { orderNo }, { as: operator.token })).data.refundableCents).toBe(600);
  });
});

describe('a refund by an operator', () => {
  it('is made once by concurrent requests, appears in the audit trail, and notifies the holder', async () => {
    const operators = [await given.staff(), await given.staff()];
    const { token, orderNo, loginId } = await recharged(80_000);
    const input = { orderNo, amountCents: 30_000, refundedCents: 0, reason: '客户申请退款' };

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(orderCalls.refundOrder, input, { as: operators[n % 2]?.token ?? '' })),
    );
    for (const id of await refundsAsked(service)) await refundPayment(watcherDepsOf(service), id, service.now);
    const again = await ask(orderCalls.refundOrder, input, { as: operators[0]?.token ?? '' });

    expect(answers.map(({ refused }) => refused).filter((refused) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'STATE_FORBIDS']));
    expect(again.refused).toBe('STATE_FORBIDS');
    expect(await pay.balance(token)).toBe(50_000);
    const { data } = await ask(calls.consoleOrder, { orderNo }, { as: operators[0]?.token ?? '' });
    expect(data).toMatchObject({ state: 'partly-refunded', refundedCents: 30_000, refundableCents: 50_000 });
    expect(data.refunds).toMatchObject([{ amountCents: 30_000, state: 'done', by: '赵敏', why: 'asked' }]);
    expect(data.transfers.map(({ kind }) => kind)).toEqual(['recharge', 'refund', 'refund']);
    expect(await eventsOf(orderNo)).toEqual(['order.refunded']);
    const { rows } = await service.database.pool.query<{ name: string }>(
      `select message ->> 'name' as name from message where login_id = $1 order by id`,
      [loginId],
    );
    expect(rows.map(({ name }) => name)).toContain('message.refund-done');
    await isSound();
  });
});

describe('money that doesn’t match its payment', () => {
  const issues = async (as: string, view: 'open' | 'done' = 'open') =>
    (await ask(calls.paymentIssues, { view, size: 100 }, { as })).data.list;

  it('is one issue after repeated reports, until an operator records a decision', async () => {
    const operator = await given.staff();
    const { token, accountId } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    for (let n = 0; n < 3; n++) await notify({ paymentNo, cents: 9_900 });
    await notify({ paymentNo, cents: 10_000, currency: 'JPY' });

    const mine = (await issues(operator.token)).filter(({ asked }) => asked?.accountId === accountId);
    expect(mine.map(({ reported, times }) => [reported.cents, reported.currency, times])).toEqual([
      [10_000, 'JPY', 1],
      [9_900, 'CNY', 3],
    ]);
    expect(mine[1]).toMatchObject({ kind: 'mismatch', isOpen: true, asked: { orderNo, amountCents: 10_000 } });
    expect((await ask(calls.ledgerSummary, {}, { as: operator.token })).data.issues.open).toBe(2);

    const issueId = mine[1]?.issueId ?? '';
    const note = '已在平台退回 99 元';
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        ask(calls.reviewPaymentIssue, { issueId, outcome: 'paid-back', note }, { as: operator.token }),
      ),
    );
    await notify({ paymentNo, cents: 9_900 });

    expect(answers.map(({ refused }) => refused).sort()).toEqual([null, ...Array(4).fill('STATE_FORBIDS')].sort());
    expect((await issues(operator.token)).map((one) => one.issueId)).not.toContain(issueId);
    expect((await issues(operator.token, 'done')).find((one) => one.issueId === issueId)).toMatchObject({
      times: 4,
      review: { by: '赵敏', note },
    });
    expect((await pay.order(token, orderNo)).state).toBe('pending');
    await isSound();
  });

  it('is held in suspense in the ledger, with a message to the holder, until it is credited or returned, once', async () => {
    const operator = await given.staff();
    const { token, loginId } = await given.login();
    const short = async (cents: number) => {
      const orderNo = await pay.recharge(token, 10_000);
      const paymentNo = await pay.begin(token, orderNo);
      for (let n = 0; n < 2; n++) await notify({ paymentNo, cents });
      const issue = (await issues(operator.token)).find(({ asked }) => asked?.orderNo === orderNo);
      return { orderNo, paymentNo, issueId: issue?.issueId ?? '', issue };
    };
    const [kept, back] = [await short(9_900), await short(9_800)];
    expect(kept.issue).toMatchObject({ bookedCents: 9_900, outcomes: ['paid-back', 'kept', 'none-came'] });
    const before = await standsApart();
    const review = (issueId: string, outcome: 'noted' | 'kept' | 'paid-back') =>
      ask(calls.reviewPaymentIssue, { issueId, outcome, note: '已与客户确认' }, { as: operator.token });

    expect((await review(kept.issueId, 'noted')).refused).toBe('STATE_FORBIDS');
    const answers = await Promise.all(Array.from({ length: 10 }, () => review(kept.issueId, 'kept')));
    expect((await review(back.issueId, 'paid-back')).refused).toBe(null);
    // This money can no longer pay anything.
    await notify({ paymentNo: kept.paymentNo, cents: 10_000 });

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(await pay.balance(token)).toBe(9_900);
    expect((await pay.order(token, kept.orderNo)).state).toBe('pending');
    expect(before - (await standsApart())).toBe(19_700);
    expect(await messageNames(loginId)).toEqual([
      'message.payment-mismatch',
      'message.payment-mismatch',
      'message.payment-kept',
      'message.refund-done',
    ]);
    await isSound();
  });

  it('is not credited in addition to the payment if the provider reports it correctly later', async () => {
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    const before = await standsApart();
    await notify({ paymentNo, cents: 10_001 });
    expect(await standsApart()).toBe(before + 10_001);

    await notify({ paymentNo, cents: 10_000 });
    await notify({ paymentNo, cents: 10_001 });

    expect(await standsApart()).toBe(before);
    expect(await pay.balance(token)).toBe(10_000);
    await isSound();
  });

  it('is refunded automatically after its order is closed, and becomes an issue if the provider declines', async () => {
    const operator = await given.staff();
    const { token } = await given.login();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await ask(orderCalls.closeOrder, { orderNo }, { as: token });
    await notify({ paymentNo, cents: 10_000 });
    const mine = async (view: 'open' | 'done') =>
      (await issues(operator.token, view)).filter(({ asked }) => asked?.orderNo === orderNo);

    expect(await mine('open')).toEqual([]);
    expect(await mine('done')).toMatchObject([{ kind: 'late', refund: { state: 'asked' }, isOpen: false }]);
    const refuses: PaymentProvider = { ...service.sandbox, refund: () => Promise.resolve({ state: 'failed' }) };
    const watching = watcherDepsOf(service, [refuses]);
    for (const id of await refundsAsked(service)) await refundPayment(watching, id, service.now);

    const [failed] = await mine('open');
    expect(failed).toMatchObject({ kind: 'late', refund: { state: 'failed' }, isOpen: true });
    const reviewed = { issueId: failed?.issueId ?? '', outcome: 'paid-back', note: '已线下转账退回' } as const;
    expect((await ask(calls.reviewPaymentIssue, reviewed, { as: operator.token })).refused).toBe(null);
    expect(await mine('open')).toEqual([]);
    expect(
      (await ask(calls.reviewPaymentIssue, { ...reviewed, issueId: crypto.randomUUID() }, { as: operator.token }))
        .refused,
    ).toBe('NOT_FOUND');
  });
});

async function standsApart(): Promise<number> {
  const { rows } = await service.database.pool.query<{ cents: number }>(
    `select coalesce(sum(e.amount_cents), 0)::float8 as cents from ledger_entry e
     join ledger_account a on a.id = e.ledger_account_id where a.kind = 'returning'`,
  );
  return rows[0]?.cents ?? 0;
}

async function messageNames(loginId: string): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ name: string }>(
    `select message ->> 'name' as name from message where login_id = $1 order by id`,
    [loginId],
  );
  return rows.map(({ name }) => name);
}

describe('a refund that the provider fails to make', () => {
  const says = (answer: RefundAnswer) =>
    watcherDepsOf(service, [{ ...service.sandbox, refund: () => Promise.resolve(answer) }]);
  const issueOf = async (as: string, orderNo: string, view: 'open' | 'done' = 'open') =>
    (await ask(calls.paymentIssues, { view, size: 100 }, { as })).data.list.find(
      ({ asked }) => asked?.orderNo === orderNo,
    );

  async function refunding(answer: RefundAnswer) {
    const { token: operator } = await given.staff();
    const paid = await recharged(5_000);
    const input = { orderNo: paid.orderNo, amountCents: 5_000, refundedCents: 0, reason: '客户申请退款' };
    await ask(orderCalls.refundOrder, input, { as: operator });
    for (const id of await refundsAsked(service)) await refundPayment(says(answer), id, service.now);
    const review = (issueId: string, outcome: 'kept' | 'paid-back') =>
      ask(calls.reviewPaymentIssue, { issueId, outcome, note: '已在平台核实' }, { as: operator });
    return { ...paid, operator, review, input };
  }
  const pass = (ms: number) => {
    service.now = new Date(service.now.getTime() + ms);
  };

  it.each([
    { outcome: 'kept', state: 'paid', balance: 5_000 },
    { outcome: 'paid-back', state: 'refunded', balance: 0 },
  ] as const)(
    'becomes an issue if refused, and is $outcome by an operator’s decision',
    async ({ outcome, state, balance }) => {
      const { token, operator, orderNo, review } = await refunding({
        state: 'refused',
        code: 'ACQ.TRADE_HAS_FINISHED',
      });
      const issue = await issueOf(operator, orderNo);
      expect(issue).toMatchObject({
        kind: 'refund',
        providerState: 'refused',
        providerCode: 'ACQ.TRADE_HAS_FINISHED',
        outcomes: ['paid-back', 'kept'],
      });
      const issueId = issue?.issueId ?? '';

      // It was requested a moment ago and may still succeed.
      expect((await review(issueId, outcome)).refused).toBe('STATE_FORBIDS');
      pass(31_000);
      const answers = await Promise.all(Array.from({ length: 10 }, () => review(issueId, outcome)));

      expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
      expect(await pay.order(token, orderNo)).toMatchObject({ state });
      expect(await pay.balance(token)).toBe(balance);
      expect(await issueOf(operator, orderNo, 'done')).toMatchObject({ isOpen: false, review: { outcome } });
      await refundPayment(says({ state: 'done' }), issueId, service.now);
      expect(await pay.balance(token)).toBe(balance);
      await isSound();
    },
  );

  it('is an issue after a day, and the money can’t be kept while the provider is processing it', async () => {
    const { operator: now, orderNo } = await refunding({ state: 'pending' });
    expect(await issueOf(now, orderNo)).toBe(undefined);

    pass(25 * 3_600_000);
    const { token: operator } = await given.staff();
    const issue = await issueOf(operator, orderNo);
    const review = (issueId: string, outcome: 'kept' | 'paid-back') =>
      ask(calls.reviewPaymentIssue, { issueId, outcome, note: '已在平台核实' }, { as: operator });

    expect(issue).toMatchObject({ kind: 'refund', providerState: 'pending', outcomes: ['paid-back'] });
    expect((await review(issue?.issueId ?? '', 'kept')).refused).toBe('STATE_FORBIDS');
    expect((await review(issue?.issueId ?? '', 'paid-back')).refused).toBe(null);
    await isSound();
  });

  it.each([
    { outcome: 'kept', balance: 10_000 },
    { outcome: 'paid-back', balance: 0 },
  ] as const)('of money for a closed order leaves the ledger as $outcome', async ({ outcome, balance }) => {
    const { token: operator } = await given.staff();
    const { token } = await given.login();
    const before = await standsApart();
    const orderNo = await pay.recharge(token, 10_000);
    const paymentNo = await pay.begin(token, orderNo);
    await ask(orderCalls.closeOrder, { orderNo }, { as: token });
    await notify({ paymentNo, cents: 10_000 });
    for (const id of await refundsAsked(service)) await refundPayment(says({ state: 'failed' }), id, service.now);
    const issueId = (await issueOf(operator, orderNo))?.issueId ?? '';

    const input = { issueId, outcome, note: '已与客户确认' };
    expect((await ask(calls.reviewPaymentIssue, input, { as: operator })).refused).toBe(null);

    expect(await pay.balance(token)).toBe(balance);
    expect(await standsApart()).toBe(before);
    await isSound();
  });
});

describe('the ledger', () => {
  it('sums to zero, and shows the time and result of the last check', async () => {
    const operator = await given.staff();
    const { accountId } = await recharged(5_000);
    const ledgerState = async () => (await ask(calls.ledgerSummary, {}, { as: operator.token })).data;
    const { 'check-ledger': check } = moneyJobs(service.database, () => {});
    const balance = (cents: number) =>
      service.database.pool.query(
        `update ledger_account set balance_cents = $2 where account_id = $1 and kind = 'balance'`,
        [accountId, cents],
      );

    await check({});
    const sound = await ledgerState();
    await balance(6_000);
    await check({});
    await balance(5_000);

    expect(sound).toMatchObject({ totalCents: 0, check: { problems: 0, found: [] } });
    expect(sound.sums.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    expect((await ledgerState()).check).toMatchObject({ problems: 1, found: [{ what: 'balance-is-not-the-sum' }] });
  });
});
