import { setTimeout as sleep } from 'node:timers/promises';
import {
  accountDay,
  attestationCalls,
  type InvoiceStepKind,
  invoiceCalls,
  invoiceStateTable,
  orderCalls,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../apps/server/src/database/database.ts';
import { signInOperator } from '../kit/operator.ts';
import { Client, type RunningService } from '../kit/service.ts';
import { type Pair, recharged, startPair, untilAnswered } from '../kit/service-pair.ts';

const people = byTestLength({ short: 2, long: 4 });
const pageCents = 1_000;
const refundCents = 3_000;
const ordersEach = byTestLength({ short: 8, long: 12 });
const orderCents = 20_000;
const kills = byTestLength({ short: 3, long: 6 });
const calmMs = 1_200;
/** A job that runs every minute resumes provider requests cut off by a kill. */
const takenUpMs = 90_000;

let pair: Pair;
let database: Database;
let operator: Client;
/** Number of unanswered calls; if zero, the kills hit no running work. */
const interrupted = { pages: 0, refunds: 0, invoices: 0 };

beforeAll(async () => {
  pair = await startPair('orders');
  operator = new Client(pair.services[0] as RunningService);
  operator.token = await signInOperator(pair.services[0] as RunningService);
  database = await openDatabase({ DATA_DIR: pair.dataDir, DATABASE_URL: undefined });
});
afterAll(async () => {
  await database.close();
  await pair.close();
});

/** Repeats a call with the same idempotency key until it is answered, so that it takes effect once. */
const surely = <T>(
  what: keyof typeof interrupted,
  client: Client,
  work: (key: Record<string, string>) => Promise<T>,
) => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  return untilAnswered(
    client,
    () => work(key),
    () => {
      interrupted[what] += 1;
    },
  );
};

interface Person {
  client: Client;
  orders: string[];
  /** Attestation numbers, by the outcome that was answered. */
  taken: Set<string>;
  givenBack: Set<string>;
}

async function givenPerson(n: number): Promise<Person> {
  const client = new Client(pair.services[n % 2] as RunningService);
  await client.register(`1390000020${n}`);
  const orders = [];
  for (let one = 0; one < ordersEach; one++) orders.push(await recharged(client, orderCents));
  return { client, orders, taken: new Set(), givenBack: new Set() };
}

/**
 * Holds money for two pages, every third time with an order paid immediately; cancels one page and confirms or rejects
 * the other.
 */
async function preserveTwo({ client, taken, givenBack }: Person, turn: number): Promise<void> {
  const urls = [1, 2].map((n) => `https://pages.example/${turn}/${n}`);
  const byOrder = turn % 3 === 0;
  const { list, orderNo } = await surely('pages', client, (key) =>
    client.ask(attestationCalls.preserveUrls, { urls, byOrder }, key),
  );
  if (orderNo)
    await surely('pages', client, (key) => client.ask(orderCalls.payOrder, { orderNo, way: 'balance' }, key));
  const [cancelled = '', looked = ''] = list.map(({ ano }) => ano);
  await surely('pages', client, (key) => client.ask(attestationCalls.cancel, { ano: cancelled }, key));
  givenBack.add(cancelled);
  // Capture and sealing have their own journeys, so the state is set to preview.
  await untilAnswered(client, () =>
    database.pool.query(`update attestation set state = 'preview' where ano = $1 and state = 'queuing'`, [looked]),
  );
  if (turn % 2 === 0) {
    await surely('pages', client, (key) => client.ask(attestationCalls.confirm, { anos: [looked] }, key));
    taken.add(looked);
  } else {
    await surely('pages', client, (key) => client.ask(attestationCalls.reject, { ano: looked }, key));
    givenBack.add(looked);
  }
}

const refund = (orderNo: string) =>
  surely('refunds', operator, (key) => {
    const input = { orderNo, amountCents: refundCents, refundedCents: 0, reason: '客户申请退回' };
    return operator.ask(orderCalls.refundOrder, input, key);
  });

interface Decided {
  id: string;
  orderNo: string;
  events: InvoiceStepKind[];
}

/** Applies for an invoice, and has it issued, rejected or withdrawn. */
async function invoice({ client }: Person, headerId: string, orderNo: string, turn: number): Promise<Decided> {
  const { id } = await surely('invoices', client, (key) =>
    client.ask(invoiceCalls.apply, { orderNos: [orderNo], headerId, kind: 'ordinary', email: 'a@example.com' }, key),
  );
  const attempt = 1;
  const event = (['issue', 'reject', 'withdraw'] as const)[turn % 3] ?? 'issue';
  const number = `2633200000${orderNo.slice(9, 19)}`;
  const issuedOn = accountDay(new Date());
  const acts = {
    issue: (key: Record<string, string>) => operator.ask(invoiceCalls.issue, { id, attempt, number, issuedOn }, key),
    reject: (key: Record<string, string>) =>
      operator.ask(invoiceCalls.reject, { id, attempt, reason: '抬头与税号不符' }, key),
    withdraw: (key: Record<string, string>) => client.ask(invoiceCalls.withdraw, { id }, key),
  };
  await surely('invoices', client, (key): Promise<unknown> => acts[event](key));
  return { id, orderNo, events: ['apply', event] };
}

async function expectPages({ client, taken, givenBack }: Person): Promise<number> {
  const { rows } = await database.pool.query<{ ano: string; state: string; cents: number; units: number }>(
    `select a.ano, c.state, c.balance_cents::float8 as cents, c.package_units as units
     from attestation a join login l on l.id = a.login_id join charge c on c.subject = a.ano
     where a.ano = any($1)`,
    [[...taken, ...givenBack]],
  );
  const { total } = await client.ask(attestationCalls.urlList, {});
  expect(rows).toHaveLength(taken.size + givenBack.size);
  expect(total).toBe(rows.length);
  for (const { ano, state } of rows) expect([ano, state]).toEqual([ano, taken.has(ano) ? 'settled' : 'released']);
  const settled = rows.filter(({ state }) => state === 'settled');
  for (const { cents, units } of settled) expect(cents + units * pageCents).toBe(pageCents);
  return settled.reduce((sum, { cents }) => sum + cents, 0);
}

async function expectInvoices({ client }: Person, decided: readonly Decided[]): Promise<void> {
  for (const { id, events } of decided) {
    const { state, steps } = await client.ask(invoiceCalls.info, { id });
    expect(steps.map(({ event }) => event)).toEqual(events);
    expect(state).toBe(invoiceStateTable.rows.find((row) => row.from === 'applied' && row.event === events[1])?.to);
  }
  const { list } = await client.ask(invoiceCalls.invoiceableOrders, { size: 100 });
  const issued = decided.filter(({ events }) => events.includes('issue'));
  for (const { orderNo } of issued) expect(list.some((one) => one.orderNo === orderNo)).toBe(false);
}

it('applies every answered hold, charge, refund and decision exactly once despite kills', async () => {
  const all = await Promise.all(Array.from({ length: people }, (_, n) => givenPerson(n)));
  let isOver = false;
  const half = ordersEach / 2;
  const refunded: string[] = [];
  const pages = all.map(async (person) => {
    for (let turn = 0; !isOver; turn++) {
      await preserveTwo(person, turn);
      await sleep(100);
    }
  });
  const refunds = (async () => {
    for (const orderNo of all.flatMap(({ orders }) => orders.slice(0, half))) {
      await refund(orderNo);
      refunded.push(orderNo);
      await sleep(300);
    }
  })();
  const invoices = all.map(async (person) => {
    const header = { kind: 'personal', title: '王芳' } as const;
    const { id } = await untilAnswered(person.client, () => person.client.ask(invoiceCalls.addHeader, header));
    const decided: Decided[] = [];
    for (const [turn, orderNo] of person.orders.slice(half).entries()) {
      decided.push(await invoice(person, id, orderNo, turn));
      await sleep(1_200);
    }
    return decided;
  });
  for (let turn = 0; turn < kills; turn++) {
    await sleep(calmMs);
    await pair.kill(turn % 3);
  }
  isOver = true;
  await Promise.all([...pages, refunds, ...invoices]);

  for (const { client, orders } of all)
    for (const orderNo of orders.slice(0, half))
      await expect
        .poll(async () => (await client.ask(orderCalls.order, { orderNo })).state, { timeout: takenUpMs })
        .toBe('partly-refunded');
  for (const [at, person] of all.entries()) {
    const spent = await expectPages(person);
    await expectInvoices(person, (await invoices[at]) ?? []);
    const { balanceCents, heldCents } = await person.client.ask(orderCalls.rechargeOptions, {});
    expect(heldCents).toBe(0);
    expect(balanceCents).toBe(ordersEach * orderCents - half * refundCents - spent);
  }
  expect((await all[0]?.client.ask(orderCalls.orders, { kind: 'service', state: 'paid' }))?.total).toBeGreaterThan(0);
  expect(refunded).toHaveLength(people * half);
  for (const times of Object.values(interrupted)) expect(times).toBeGreaterThan(0);
  await pair.expectSound();
}, 240_000);
