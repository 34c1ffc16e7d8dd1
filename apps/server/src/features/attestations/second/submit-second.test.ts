import { attestationCalls as calls, consoleOrderCalls } from '@proofkeep/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { useService } from '../../../testing/service.ts';
import { checkLedger, findBalance, shrinkHold } from '../../money/service.ts';
import { notifyService, paying, sandboxNotification } from '../../orders/testing/payments.ts';
import { moveAttestation } from '../lifecycle.ts';
import { findSecond } from './store.ts';

const service = useService();
const { ask, given } = service;
const pageCents = 1_000;
const urls = ['https://shop.example/cup'];

/** Nodes in this many places are online. */
async function online(places: number): Promise<void> {
  const { pool } = service.database;
  await pool.query('delete from capture_node');
  for (const region of ['CN-SH', 'DE-HE'].slice(0, places))
    await pool.query('insert into capture_node (name, seen_at, place) values ($1, now(), $2)', [
      region,
      JSON.stringify({ name: region, region }),
    ]);
}
const givenHolder = async () => {
  const holder = await given.login({ isWelcomed: false });
  await given.credit(holder, 5 * pageCents);
  return holder;
};

beforeEach(() => online(2));

it('holds one more unit for a second record, and returns it when the page is cancelled', async () => {
  const holder = await givenHolder();
  expect((await ask(calls.capturePlaces, {}, { as: holder.token })).data.places).toHaveLength(2);

  const { data } = await ask(calls.preserveUrls, { urls, secondVantage: true }, { as: holder.token });
  const ano = data.list[0]?.ano ?? '';

  expect(await findBalance(service.database.pool, holder.accountId)).toMatchObject({ heldCents: 2 * pageCents });
  expect((await ask(calls.info, { ano }, { as: holder.token })).data.second).toMatchObject({ state: 'waiting' });
  await ask(calls.cancel, { ano }, { as: holder.token });
  expect(await findBalance(service.database.pool, holder.accountId)).toMatchObject({
    heldCents: 0,
    balanceCents: 5 * pageCents,
  });
});

it('has a quote for a retry that equals the amount held, alone and in a batch', async () => {
  const holder = await givenHolder();
  const { pool } = service.database;
  const { data } = await ask(calls.preserveUrls, { urls, secondVantage: true }, { as: holder.token });
  const { batchId } = data;
  const ano = data.list[0]?.ano ?? '';
  const failure = { code: 'LOAD_TIMEOUT', said: { name: 'capture.nothing', values: {}, text: '' } } as const;
  const fail = () =>
    service.database.transaction(async (db) => {
      await moveAttestation(db, ano, 'leased', { by: { node: 'n' } });
      await moveAttestation(db, ano, 'failed', { failure });
    });
  await fail();

  const alone = (await ask(calls.retryPrice, { anos: [ano] }, { as: holder.token })).data;
  await ask(calls.retry, { ano }, { as: holder.token });
  expect(alone.amountCents).toBe(2 * pageCents);
  expect(await findBalance(pool, holder.accountId)).toMatchObject({ heldCents: alone.amountCents });

  await fail();
  const together = (await ask(calls.retryPrice, { batchId: batchId ?? '' }, { as: holder.token })).data;
  await ask(calls.batchRetry, { batchId: batchId ?? '' }, { as: holder.token });
  expect(together.amountCents).toBe(2 * pageCents);
  expect(await findBalance(pool, holder.accountId)).toMatchObject({ heldCents: together.amountCents });
});

describe('an order for pages with a second record', () => {
  const pay = paying(service);

  it('costs both records; if there is no second one, its unit returns to the balance and can be refunded', async () => {
    const holder = await given.login({ isWelcomed: false });
    const { pool } = service.database;
    const { data } = await ask(calls.preserveUrls, { urls, secondVantage: true, byOrder: true }, { as: holder.token });
    const [orderNo, ano] = [data.orderNo ?? '', data.list[0]?.ano ?? ''];
    const placed = await pay.order(holder.token, orderNo);
    const paymentNo = await pay.begin(holder.token, orderNo);
    await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: 2 * pageCents }));
    const afterPaying = await findBalance(pool, holder.accountId);

    // As the seal does when there is no second record.
    await service.database.transaction((db) => shrinkHold(db, ano, { quantity: 1, now: service.now }));
    await pool.query(`update attestation set state = 'preview' where ano = $1`, [ano]);
    await ask(calls.confirm, { anos: [ano] }, { as: holder.token });

    expect(placed).toMatchObject({
      amountCents: 2 * pageCents,
      lines: [{ code: 'page', quantity: 2 }],
      ordered: [{ ano }],
      chosen: { secondVantage: true },
    });
    expect(afterPaying).toEqual({ balanceCents: 0, heldCents: 2 * pageCents });
    expect(await findBalance(pool, holder.accountId)).toEqual({ balanceCents: pageCents, heldCents: 0 });
    const { token } = await given.staff();
    const order = (await ask(consoleOrderCalls.consoleOrder, { orderNo }, { as: token })).data;
    expect(order.refundableCents).toBe(2 * pageCents);
    const revenue = order.ordered.map(({ cost }) => cost);
    expect(revenue).toMatchObject([{ state: 'settled', amountCents: pageCents }]);
    expect(await checkLedger(pool)).toEqual([]);
  });

  it('is placed for whole pages: units of packages that cover only one of two records stay in the package', async () => {
    // The welcome package has ten units.
    const holder = await given.login();
    const six = Array.from({ length: 6 }, (_, n) => `https://shop.example/${n}`);

    const sent = { urls: six, secondVantage: true, byOrder: true };
    const { data } = await ask(calls.preserveUrls, sent, { as: holder.token });
    expect(data.list.map(({ state }) => state)).toEqual([...Array(5).fill('queuing'), 'unpaid']);
    expect(data.list[0]?.cost).toMatchObject({ state: 'held', packageUnits: 2, amountCents: 0 });
    await ask(calls.cancel, { ano: data.list[0]?.ano ?? '' }, { as: holder.token });
    await ask(calls.preserveUrls, { urls }, { as: holder.token });
    const odd = await ask(calls.preserveUrls, { urls, secondVantage: true, byOrder: true }, { as: holder.token });

    expect(odd.data.list.map(({ state }) => state)).toEqual(['unpaid']);
    for (const { orderNo } of [data, odd.data])
      expect(await pay.order(holder.token, orderNo ?? '')).toMatchObject({ lines: [{ quantity: 2 }] });
  });
});

it.each([
  ['linked pages', 2, { linkedPages: 1 }],
  ['nodes in one place only', 1, {}],
])('is refused with %s, and nothing is submitted', async (_what, places, more) => {
  await online(places);
  const holder = await givenHolder();

  const { refused } = await ask(calls.preserveUrls, { urls, secondVantage: true, ...more }, { as: holder.token });

  expect(refused).toBe('INPUT_INVALID');
  expect(await findBalance(service.database.pool, holder.accountId)).toMatchObject({ heldCents: 0 });
});

it('is made only if the user requests it', async () => {
  const holder = await givenHolder();

  const { data } = await ask(calls.preserveUrls, { urls }, { as: holder.token });

  expect(await findSecond(service.database.pool, data.list[0]?.ano ?? '')).toBeUndefined();
});
