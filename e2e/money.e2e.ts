import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { billingCalls as calls } from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './kit/command.ts';
import { below, commandLineOf, processes } from './kit/processes.ts';
import { Client, freePort, type RunningService, startService } from './kit/service.ts';

const packageCents = 78_000;
const spends = 200;
const affordable = 7;
const payments = 500;
const atOnce = 16;
const killsEach = 3;
const calmMs = 1_500;

let home: string;
let dataDir: string;
const services: RunningService[] = [];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'money-e2e-'));
  dataDir = join(home, 'data');
  for (let n = 0; n < 2; n++) services.push(await start(await freePort()));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  for (const pid of processes().filter((one) => commandLineOf(one).includes(home))) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = (port: number) =>
  startService({
    dataDir,
    port,
    environment: { CAPTURE_CONCURRENCY: '0', PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'fatal' },
  });
const clients = (): [Client, Client] => services.map((service) => new Client(service)) as [Client, Client];

/** Has the sandbox open a payment. @returns the address of its cashier page */
async function begun(client: Client, orderNo: string): Promise<string> {
  const { paymentId } = await client.ask(calls.payOrder, { orderNo, way: 'sandbox' });
  const step = await client.ask(calls.openPayment, { paymentId: paymentId ?? '' });
  return step.kind === 'redirect' ? step.url : '';
}

/** As a person presses a button of the cashier; it answers once the service has. */
const press = (cashier: string, act: string) =>
  fetch(cashier, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' });

async function recharged(client: Client, amountCents: number): Promise<void> {
  const { orderNo } = await client.ask(calls.recharge, { amountCents });
  await press(await begun(client, orderNo), 'pay');
  await expect.poll(async () => (await client.ask(calls.order, { orderNo })).state).toBe('paid');
}

async function expectSound(): Promise<void> {
  const checked = await run(['ledger', 'check', '--json'], { DATA_DIR: dataDir });
  expect(JSON.parse(checked.stdout).problems).toEqual([]);
}

describe('two servers on one balance', () => {
  it('let it be spent exactly as often as it reaches, by two hundred that spend it at once', async () => {
    const [first, second] = clients();
    await first.register('13900000001');
    second.token = first.token;
    await recharged(first, affordable * packageCents + packageCents - 1);
    const orders: string[] = [];
    // A login may place 120 orders an hour: each is paid by several.
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
    await expectSound();
  }, 120_000);
});

describe('servers and database that are killed while payments come in', () => {
  it('lose nothing that was answered, and take nothing twice', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, (_, n) => somebody(`1390000010${n}`)));
    const paid: { client: Client; orderNo: string }[] = [];
    const cents = (n: number) => 1000 + n;
    let next = 0;
    let isOver = false;
    const lane = async () => {
      while (next < payments) {
        const n = next++;
        const client = people[n % people.length] as Client;
        const orderNo = await untilAnswered(client, async () => {
          const { orderNo: no } = await client.ask(calls.recharge, { amountCents: cents(n) });
          return no;
        });
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
        await kill(turn % 3);
      }
    })();
    await Promise.all(Array.from({ length: atOnce }, lane));
    isOver = true;
    await killing;

    expect(paid).toHaveLength(payments);
    for (const [at, client] of people.entries()) {
      const mine = Array.from({ length: payments }, (_, n) => n).filter((n) => n % people.length === at);
      const expected = mine.reduce((sum, n) => sum + cents(n), 0);
      expect((await untilAnswered(client, () => client.ask(calls.rechargeOptions, {}))).balanceCents).toBe(expected);
    }
    await expectSound();
  }, 240_000);
});

async function somebody(phone: string): Promise<Client> {
  const client = new Client(services[0] as RunningService);
  await client.register(phone);
  return client;
}

/** Until it is answered by whichever server is there; what was begun before is not begun again. */
async function untilAnswered<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${client.url} was waited for in vain.`, { cause: error });
      await sleep(200);
    }
  }
}

/** One of the servers, which then is started again, or the database, which they start again. */
async function kill(which: number): Promise<void> {
  const service = services[which];
  if (service) {
    await service.kill();
    services[which] = await start(Number(new URL(service.url).port));
    return;
  }
  const server = Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (const pid of [server, ...below(server)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
