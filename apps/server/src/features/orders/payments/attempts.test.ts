import { orderCalls as calls, consoleOrderCalls, type ReviewOutcome } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { markAttempt } from '../../../providers/payment/sandbox-store.ts';
import { useService } from '../../../testing/service.ts';
import { checkLedger } from '../../money/service.ts';
import { notifyService, paying, sandboxNotification, watcherDepsOf } from '../testing/payments.ts';
import { askPayment } from './watch.ts';

const service = useService();
const { ask, given } = service;
const pay = paying(service);

async function begun(amountCents = 20_000) {
  const { token } = await given.login({ isWelcomed: false });
  const orderNo = await pay.recharge(token, amountCents);
  const { data } = await ask(calls.payOrder, { orderNo, way: 'sandbox' }, { as: token });
  const paymentId = data.paymentId ?? '';
  await ask(calls.openPayment, { paymentId }, { as: token });
  return { token, orderNo, paymentId, paymentNo: paymentId.replaceAll('-', '') };
}

const listed = async (as: string) => (await ask(calls.orders, {}, { as })).data.list[0];

describe('a payment in progress', () => {
  it('keeps its order waiting until the provider has been asked', async () => {
    const { token, orderNo, paymentId } = await begun();

    const before = (await pay.order(token, orderNo)).attempt;
    await askPayment(watcherDepsOf(service), paymentId, service.now);

    expect(before).toEqual({ way: 'sandbox', isDeclined: false, checkedAt: null });
    expect((await pay.order(token, orderNo)).attempt).toEqual({
      way: 'sandbox',
      isDeclined: false,
      checkedAt: service.now.toISOString(),
    });
  });

  it('is shown as declined until the payer tries again, and can still be paid', async () => {
    const { token, orderNo, paymentId, paymentNo } = await begun();

    await markAttempt(service.database.pool, paymentNo, { isDeclined: true });
    await askPayment(watcherDepsOf(service), paymentId, service.now);
    const declined = await pay.order(token, orderNo);
    await ask(calls.payOrder, { orderNo, way: 'sandbox' }, { as: token });
    await markAttempt(service.database.pool, paymentNo, { isDeclined: false });
    await askPayment(watcherDepsOf(service), paymentId, service.now);
    const again = await pay.order(token, orderNo);
    await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: 20_000 }));

    expect(declined).toMatchObject({ state: 'pending', isDeclined: true, attempt: { isDeclined: true } });
    expect(declined.ways.map(({ way }) => way)).toContain('sandbox');
    expect(again).toMatchObject({ isDeclined: false, attempt: { isDeclined: false } });
    expect(await pay.order(token, orderNo)).toMatchObject({ state: 'paid', isDeclined: false, attempt: null });
  });
});

describe('a payment of a different amount', () => {
  async function mismatched() {
    const order = await begun();
    const notification = sandboxNotification(service, { paymentNo: order.paymentNo, cents: 20_001 });
    await notifyService(service, 'sandbox', notification);
    return order;
  }

  async function decide(orderNo: string, outcome: ReviewOutcome) {
    const { token: operator } = await given.staff();
    const { list } = (await ask(consoleOrderCalls.paymentIssues, { size: 100 }, { as: operator })).data;
    const issueId = list.find(({ asked }) => asked?.orderNo === orderNo)?.issueId ?? '';
    await ask(consoleOrderCalls.reviewPaymentIssue, { issueId, outcome, note: '已在平台核实' }, { as: operator });
  }

  it('is shown on the order and in the list, and the order can’t be paid again meanwhile', async () => {
    const { token, orderNo } = await mismatched();

    const order = await pay.order(token, orderNo);
    const again = await ask(calls.payOrder, { orderNo, way: 'sandbox' }, { as: token });

    expect(order).toMatchObject({ state: 'pending', ways: [], reviewedCents: 20_001 });
    expect(order.received).toMatchObject([{ way: 'sandbox', amountCents: 20_001, state: 'review' }]);
    expect((await listed(token))?.reviewedCents).toBe(20_001);
    expect(again.refused).toBe('ORDER_IN_REVIEW');
  });

  it('isn’t taken from the balance as well: an order in review can’t be paid from it', async () => {
    const { token, accountId, loginId, phone, password } = await given.login({ isWelcomed: false });
    await given.credit({ token, accountId, loginId, phone, password }, 100_000);
    const orderNo = await pay.package(token);
    const paymentNo = await pay.begin(token, orderNo);
    await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: 1 }));

    expect((await ask(calls.payOrder, { orderNo, way: 'balance' }, { as: token })).refused).toBe('ORDER_IN_REVIEW');
    expect(await pay.balance(token)).toBe(100_000);
  });

  it.each([
    ['kept', 'kept', 20_001],
    ['paid-back', 'returned', 0],
  ] as const)('decided as %s is shown as %s, and the order can be paid again', async (outcome, state, balanceCents) => {
    const { token, orderNo } = await mismatched();

    await decide(orderNo, outcome);
    const order = await pay.order(token, orderNo);

    expect(order).toMatchObject({ reviewedCents: 0, received: [{ amountCents: 20_001, state }] });
    expect(order.ways.map(({ way }) => way)).toContain('sandbox');
    expect(await pay.balance(token)).toBe(balanceCents);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('is no longer shown once the provider reports it correctly', async () => {
    const { token, orderNo, paymentNo } = await mismatched();

    await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: 20_000 }));

    expect(await pay.order(token, orderNo)).toMatchObject({ state: 'paid', reviewedCents: 0, received: [] });
  });
});
