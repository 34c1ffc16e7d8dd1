import {
  type BoughtPackage,
  costCenterCalls as calls,
  moneyCalls,
  orderableServices,
  orderCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { placeHold, releaseHold, settleHold } from '../money/service.ts';
import { notifyService, paying, sandboxNotification } from '../orders/testing/payments.ts';
import { givenBalance } from './testing/money.ts';

const service = useService();
const { ask, given } = service;
const orders = paying(service);

/** Leaves out the package that a new account gets. */
async function bought(as: string, o: { kind?: 'evidence' | 'notarization' } = {}): Promise<BoughtPackage[]> {
  const { data } = await ask(calls.packages, { ...o, size: 100 }, { as });
  return (data.list as BoughtPackage[]).filter(({ priceCents }) => priceCents > 0);
}

async function buy(holder: Login): Promise<string> {
  await givenBalance(service, holder, 1_000_000);
  const orderNo = await orders.package(holder.token);
  await ask(orderCalls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });
  return orderNo;
}

/** The package as it was offered when it was bought. */
const notarizations = ({ accountId, loginId }: Login) =>
  service.database.pool.query(
    `with bought as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       values ($1, gen_random_uuid()::text, 'notarization', '公证申请 5 件', '5 notarizations', 360000, $2, $3,
         $3::timestamptz + interval '365 days') returning id)
     insert into package_quota (package_id, service, quota) select id, 'notarization', 5 from bought`,
    [accountId, loginId, service.now],
  );

/** Publishes the price list with one more package, whose monitoring can't be ordered yet. */
async function publishWithMonitoring(): Promise<void> {
  const { token } = await given.staff();
  const { version: present } = (await ask(moneyCalls.currentPrices, {})).data;
  const { content } = (await ask(moneyCalls.consolePriceList, { version: present }, { as: token })).data;
  const [product] = content.packages.filter(({ code }) => code === 'pages-100');
  if (!product) throw new Error('The price list has no package of 100 pages.');
  const monitored = { ...product, code: 'monitored', quotas: [{ service: 'monitor-check' as const, quantity: 9 }] };
  const packages = [...content.packages, monitored];
  const { revision } = (
    await ask(moneyCalls.savePriceDraft, { revision: 0, content: { ...content, packages } }, { as: token })
  ).data;
  await ask(moneyCalls.publishPrices, { revision, present, from: null }, { as: token });
}

const use = ({ accountId, loginId }: Login, subject: string, quantity: number) =>
  service.database.transaction((db) =>
    placeHold(db, { accountId, loginId, service: 'page', quantity, subject, now: service.now }),
  );

describe('a package', () => {
  it('is given once, even if its payment is reported concurrently', async () => {
    const { token } = await given.login();
    const orderNo = await orders.package(token);
    const paymentNo = await orders.begin(token, orderNo);
    const notify = () => notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: 78_000 }));

    await Promise.all(Array.from({ length: 20 }, notify));
    await notify();

    expect(await bought(token)).toMatchObject([
      { kind: 'evidence', state: 'active', priceCents: 78_000, quotas: [{ service: 'page', quota: 100, used: 0 }] },
    ]);
  });

  it('is not given before its order is paid, nor if the order is closed', async () => {
    const { token } = await given.login();
    const orderNo = await orders.package(token);
    const before = await bought(token);
    await ask(orderCalls.closeOrder, { orderNo }, { as: token });

    expect([...before, ...(await bought(token))]).toEqual([]);
  });

  it('shows used and returned units with their purpose', async () => {
    const holder = await given.login({ isWelcomed: false });
    await buy(holder);
    await use(holder, 'taken', 3);
    await use(holder, 'given-back', 2);
    await service.database.transaction((db) => settleHold(db, 'taken', service.now));
    await service.database.transaction((db) => releaseHold(db, 'given-back', service.now));
    const packageId = (await bought(holder.token))[0]?.packageId ?? '';

    const { data } = await ask(calls.package, { packageId }, { as: holder.token });

    expect(data.package.quotas).toContainEqual({ service: 'page', quota: 100, used: 3 });
    expect(data.package.operator.userId).toBe(holder.loginId);
    expect(data.uses).toMatchObject({
      total: 2,
      list: [
        { subject: 'given-back', units: 2, state: 'released' },
        { subject: 'taken', units: 3, state: 'settled' },
      ],
    });
  });

  it('ends with its last unit, or after its last day', async () => {
    const holder = await given.login();
    await notarizations(holder);
    const { accountId, loginId, token } = holder;
    const stateOf = async () => (await bought(token))[0]?.state;
    const before = await stateOf();
    await service.database.transaction((db) =>
      placeHold(db, {
        accountId,
        loginId,
        service: 'notarization',
        quantity: 5,
        subject: 'all-five',
        now: service.now,
      }),
    );
    const after = await stateOf();
    await service.database.pool.query('update package set expires_at = $2 where account_id = $1', [
      accountId,
      service.now,
    ]);

    expect([before, after, await stateOf()]).toEqual(['active', 'used-up', 'expired']);
  });

  it('is labelled differently after a refund and after expiry', async () => {
    const holder = await given.login();
    const orderNo = await buy(holder);
    const { token } = await given.staff();
    const input = { orderNo, amountCents: 78_000, refundedCents: 0, reason: '客户申请退款' };

    await ask(orderCalls.refundOrder, input, { as: token });

    expect((await bought(holder.token)).map(({ state }) => state)).toEqual(['refunded']);
  });

  it('is for sale only while every service in it can be ordered', async () => {
    const holder = await given.login();
    await publishWithMonitoring();
    const { data } = await ask(calls.packages, {}, { as: holder.token });
    const { data: prices } = await ask(moneyCalls.currentPrices, {});
    const codes = ['monitored', 'mixed-year', 'notarization-5'];
    const ordered = await Promise.all(
      codes.map((code) => ask(orderCalls.orderPackage, { code }, { as: holder.token })),
    );

    for (const { code, quotas } of [...data.forSale, ...prices.packages])
      expect([code, quotas.filter((one) => !orderableServices.includes(one.service))]).toEqual([code, []]);
    expect(data.forSale.map(({ code }) => code)).toEqual(['pages-100', 'pages-500', 'mixed-year', 'notarization-5']);
    expect(ordered.map(({ refused }) => refused)).toEqual(['NOT_FOUND', null, null]);
  });

  it('is in a separate list if it is for notarization', async () => {
    const holder = await given.login();
    await buy(holder);
    await notarizations(holder);

    const { data } = await ask(calls.buyNotarizeList, {}, { as: holder.token });

    expect(data.list.map(({ kind }) => kind)).toEqual(['notarization']);
  });

  it('is not found in another account, and not sold to a member without the right', async () => {
    const holder = await given.login();
    await buy(holder);
    const member = await given.member(holder, ['preserve']);
    const buyer = await given.member(holder, ['billing']);
    const stranger = await given.login();
    const packageId = (await bought(holder.token))[0]?.packageId ?? '';

    expect((await ask(calls.package, { packageId }, { as: stranger.token })).refused).toBe('NOT_FOUND');
    expect(await bought(stranger.token)).toEqual([]);
    expect((await ask(orderCalls.orderPackage, { code: 'pages-100' }, { as: member.token })).refused).toBe(
      'NOT_ALLOWED',
    );
    expect((await ask(orderCalls.orderPackage, { code: 'pages-100' }, { as: buyer.token })).refused).toBeNull();
  });
});
