import { setTimeout as sleep } from 'node:timers/promises';
import { attestationCalls, orderCalls as calls } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type RunningService } from '../kit/service.ts';
import { begun, type Pair, press, recharged, startPair, untilAnswered } from '../kit/service-pair.ts';

const packageCents = 78_000;
const spends = byTestLength({ short: 40, long: 200 });
const affordable = 7;
const payments = byTestLength({ short: 90, long: 500 });
/** One payment in this many is for an order of two pages. */
const pagesEvery = 3;
const pageCents = 1_000;
const welcomePages = 10;
const atOnce = 16;
const killsEach = byTestLength({ short: 1, long: 3 });
const calmMs = 1_500;

let pair: Pair;

beforeAll(async () => {
  pair = await startPair('money');
});
afterAll(() => pair.close());

const clients = (): [Client, Client] => pair.services.map((service) => new Client(service)) as [Client, Client];

describe('two servers on one balance', () => {
  it('never overspend it under concurrent orders', async () => {
    const [first, second] = clients();
    await first.register('13900000001');
    second.token = first.token;
    await recharged(first, affordable * packageCents + packageCents - 1);
    const orders: string[] = [];
    // A login may place 120 orders an hour, so each order is paid by several payments.
    for (let n = 0; n < spends / 2; n++)
      orders.push((await first.ask(calls.orderPackage, { code: 'pages-100' })).orderNo);

    const answers = await Promise.all(
      orders.flatMap((orderNo) =>
        [first, second].map((client) =>
          client.ask(calls.payOrder, { orderNo, way: 'balance' }).then(
            () => null,
            (error: Error) => error.message.split(': ')[1],
          ),
        ),
      ),
    );

    const { list } = await second.ask(calls.orders, { state: 'paid', kind: 'package', size: 100 });
    expect(list).toHaveLength(affordable);
    expect(answers.filter((refused) => refused === null).length).toBeGreaterThanOrEqual(affordable);
    expect(new Set(answers)).toEqual(new Set([null, 'BALANCE_SHORT']));
    expect((await second.ask(calls.rechargeOptions, {})).balanceCents).toBe(packageCents - 1);
    await pair.expectSound();
  }, 120_000);
});

describe('servers and database killed during payments', () => {
  it('lose no answered payment and credit none twice', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => givenPerson(`1390000010${n}`)));
    const paid: { client: Client; orderNo: string }[] = [];
    const cents = (n: number) => 1000 + n;
    const isOfPages = (n: number) => n % pagesEvery === 0;
    const order = async (client: Client, n: number) => {
      const { orderNo } = isOfPages(n)
        ? await client.ask(attestationCalls.preserveUrls, { urls: urls(2), byOrder: true })
        : await client.ask(calls.recharge, { amountCents: cents(n) });
      return orderNo ?? '';
    };
    let next = 0;
    let isOver = false;
    const lane = async () => {
      while (next < payments) {
        const n = next++;
        const client = people[n % people.length] as Client;
        const orderNo = await untilAnswered(client, () => order(client, n));
        const cashier = await untilAnswered(client, () => begun(client, orderNo));
        await untilAnswered(client, async () => {
          await press(cashier, 'twice');
          if ((await client.ask(calls.order, { orderNo })).state !== 'paid')
            await client.ask(calls.checkOrder, { orderNo });
          if ((await client.ask(calls.order, { orderNo })).state !== 'paid') throw new Error('It is not paid yet.');
        });
        paid.push({ client, orderNo });
      }
    };
    const killing = (async () => {
      for (let turn = 0; turn < killsEach * 3 && !isOver; turn++) {
        await sleep(calmMs);
        await pair.kill(turn % 3);
      }
    })();
    await Promise.all(Array.from({ length: atOnce }, lane));
    isOver = true;
    await killing;

    expect(paid).toHaveLength(payments);
    for (const [at, client] of people.entries()) {
      const mine = Array.from({ length: payments }, (_, n) => n).filter((n) => n % people.length === at);
      const recharges = mine.filter((n) => !isOfPages(n));
      const { balanceCents, heldCents } = await untilAnswered(client, () => client.ask(calls.rechargeOptions, {}));
      expect(balanceCents).toBe(recharges.reduce((sum, n) => sum + cents(n), 0));
      expect(heldCents).toBe((mine.length - recharges.length) * 2 * pageCents);
    }
    await pair.expectSound();
  }, 240_000);
});

async function givenPerson(phone: string): Promise<Client> {
  const client = new Client(pair.services[0] as RunningService);
  await client.register(phone);
  // Pages covered by packages need no order.
  await client.ask(attestationCalls.preserveUrls, { urls: urls(welcomePages) });
  return client;
}

const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://pages.example/${n}`);
