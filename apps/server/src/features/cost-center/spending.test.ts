import { attestationCalls, costCenterCalls as calls, consoleOrderCalls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { payTrade } from '../../providers/payment/sandbox-store.ts';
import { type Login, useService } from '../../testing/service.ts';
import { refundPayment } from '../orders/refunds/refunds.ts';
import { notifyService, paying, refundsAsked, sandboxNotification, watcherDepsOf } from '../orders/testing/payments.ts';
import { givenBalance } from './testing/money.ts';

const service = useService();
const { ask, given } = service;
const pay = paying(service);
const pageCents = 1_000;

async function payOutside({ token }: Login, orderNo: string): Promise<void> {
  const { amountCents } = await pay.order(token, orderNo);
  const paymentNo = await pay.begin(token, orderNo);
  await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
  await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: amountCents }));
}

/** Pages that a user ordered separately and paid externally. */
async function ordered(login: Login, count: number): Promise<{ orderNo: string; anos: string[] }> {
  const orderNo = await pay.pages(login.token, count);
  const anos = (await pay.order(login.token, orderNo)).ordered.map(({ ano }) => ano);
  await payOutside(login, orderNo);
  return { orderNo, anos };
}

const preserve = ({ token }: Login, count: number) =>
  ask(
    attestationCalls.preserveUrls,
    { urls: Array.from({ length: count }, (_, n) => `https://example.com/${n}`) },
    { as: token },
  );

/** Requests a refund and pays it out. */
async function refund(orderNo: string, amountCents: number): Promise<void> {
  const as = (await given.staff()).token;
  const { refundedCents } = (await ask(consoleOrderCalls.consoleOrder, { orderNo }, { as })).data;
  const input = { orderNo, amountCents, refundedCents, reason: '客户申请退款' };
  expect((await ask(orderCalls.refundOrder, input, { as })).refused).toBe(null);
  for (const id of await refundsAsked(service)) await refundPayment(watcherDepsOf(service), id, service.now);
}

/** Figures that the cost center and the month’s spending show a caller. */
async function spendingSeenBy({ token }: Login) {
  const { month, own } = (await ask(calls.costCenter, {}, { as: token })).data;
  const to = new Date(service.now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const { data } = await ask(calls.spending, { from: `${to.slice(0, 7)}-01`, to }, { as: token });
  const { periods, members, memberPeriods, packagesCents } = data;
  const sum = (rows: { cents: number; orderCents: number }[]) => ({
    cents: rows.reduce((all, { cents }) => all + cents, 0),
    orderCents: rows.reduce((all, { orderCents }) => all + orderCents, 0),
    packagesCents,
  });
  for (const rows of [periods, members, memberPeriods]) expect(sum(rows)).toEqual(month);
  return { month, own, members };
}

const without = () => given.login({ isWelcomed: false });

describe('spending', () => {
  it('includes charges to the balance and separate orders, both in the overview and per month', async () => {
    const holder = await without();
    const member = await given.member(holder, ['preserve', 'billing']);
    await givenBalance(service, holder, 100_000);
    await preserve(holder, 1);
    await ordered(member, 2);

    const { month, own, members } = await spendingSeenBy(holder);

    expect(month).toEqual({ cents: 3 * pageCents, orderCents: 2 * pageCents, packagesCents: 0 });
    expect(own.countedCents).toBe(pageCents);
    expect(members).toMatchObject([
      { userId: member.loginId, cents: 2 * pageCents, orderCents: 2 * pageCents, quantity: 2 },
      { userId: holder.loginId, cents: pageCents, orderCents: 0, quantity: 1 },
    ]);
  });

  it('counts as spent from the balance if the balance paid the order', async () => {
    const holder = await without();
    await givenBalance(service, holder, 100_000);
    const orderNo = await pay.pages(holder.token, 2);
    await ask(orderCalls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });

    expect((await spendingSeenBy(holder)).month).toEqual({ cents: 2 * pageCents, orderCents: 0, packagesCents: 0 });
  });

  it('excludes refunds and money that an order returned to the balance', async () => {
    const holder = await without();
    const { orderNo, anos } = await ordered(holder, 3);
    await ask(attestationCalls.cancel, { ano: anos[0] ?? '' }, { as: holder.token });
    const cancelled = await spendingSeenBy(holder);
    await refund(orderNo, pageCents);
    const released = await spendingSeenBy(holder);
    await service.database.pool.query(`update attestation set state = 'preview' where ano = $1`, [anos[1]]);
    await ask(attestationCalls.confirm, { anos: anos.slice(1, 2) }, { as: holder.token });
    await refund(orderNo, 400);
    const refunded = await spendingSeenBy(holder);

    expect([cancelled, released, refunded].map(({ month }) => month)).toEqual([
      { cents: 2 * pageCents, orderCents: 2 * pageCents, packagesCents: 0 },
      { cents: 2 * pageCents, orderCents: 2 * pageCents, packagesCents: 0 },
      { cents: 2 * pageCents - 400, orderCents: 2 * pageCents - 400, packagesCents: 0 },
    ]);
  });

  it('excludes package purchases, which are shown beside it, less refunds', async () => {
    const holder = await without();
    await givenBalance(service, holder, 100_000);
    const [inside, outside] = [await pay.package(holder.token), await pay.package(holder.token)];
    await ask(orderCalls.payOrder, { orderNo: inside, way: 'balance' }, { as: holder.token });
    await payOutside(holder, outside);
    await preserve(holder, 5);
    const bought = await spendingSeenBy(holder);
    await refund(inside, 10_000);

    expect(bought.month).toEqual({ cents: 0, orderCents: 0, packagesCents: 2 * 78_000 });
    expect(bought.own.countedCents).toBe(78_000);
    expect((await spendingSeenBy(holder)).month.packagesCents).toBe(2 * 78_000 - 10_000);
  });

  it('shows a member without the right only their own spending', async () => {
    const holder = await without();
    const member = await given.member(holder, ['preserve', 'billing']);
    await ordered(holder, 3);
    await ordered(member, 2);
    await payOutside(holder, await pay.package(holder.token));
    await service.database.pool.query(`update login set permissions = '{preserve,evidence}' where id = $1`, [
      member.loginId,
    ]);

    const { month, own, members } = await spendingSeenBy(member);

    expect(month).toEqual({ cents: 2 * pageCents, orderCents: 2 * pageCents, packagesCents: 0 });
    expect(own).toEqual({ countedCents: 0, limitCents: null });
    expect(members).toMatchObject([{ userId: member.loginId }]);
  });
});
