import { setTimeout as sleep } from 'node:timers/promises';
import { bytesSource, openZip } from '@proofkeep/bundle';
import {
  accountDay,
  bankTransferCalls as calls,
  costCenterCalls,
  type Envelope,
  exportCalls,
  orderCalls,
  signInCalls,
  type Upload,
  uploadCalls,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paper } from '../../apps/server/src/features/uploads/testing/files.ts';
import { goodPassword } from '../../apps/server/src/testing/service.ts';
import { signInOperator } from '../kit/operator.ts';
import { Client, type RunningService } from '../kit/service.ts';
import { type Pair, startPair, untilAnswered } from '../kit/service-pair.ts';

const people = 4;
const kills = byTestLength({ short: 3, long: 9 });
const calmMs = 1_500;
/** The only operator may credit 300 transfers an hour, and both servers credit each transfer. */
const transfersEach = 20;
/** Spreads the transfers over the kills. */
const pauseMs = byTestLength({ short: 500, long: 2_500 });
/** One in this many transfers is reported twice; only one of the two reports is credited. */
const twiceEvery = 4;
/** The queue notices a killed worker after 10 s and then retries its job after a delay. */
const takenUpMs = 60_000;

let pair: Pair;
let operatorToken = '';
let interrupted = 0;

beforeAll(async () => {
  pair = await startPair('transfers');
  operatorToken = await signInOperator(pair.services[0] as RunningService);
});
afterAll(() => pair.close());

const clientOf = (n: number, token: string): Client => {
  const client = new Client(pair.services[n % 2] as RunningService);
  client.token = token;
  return client;
};

/**
 * Repeats a call until it is answered; these refusals mean that an earlier attempt took effect but its answer was lost.
 */
const surely = <T>(client: Client, work: () => Promise<T>, ...done: string[]): Promise<T | undefined> =>
  untilAnswered(
    client,
    () =>
      work().catch((error: Error) => {
        if (done.some((code) => error.message.endsWith(code))) return undefined;
        throw error;
      }),
    () => {
      interrupted += 1;
    },
  );

async function sendReceipt({ url, token }: Client): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(paper)], { type: 'application/pdf' }), '回单.pdf');
  const { method, path } = uploadCalls.uploadFile;
  const response = await fetch(`${url}${path}`, { method, headers: { 'x-auth-token': token }, body });
  return ((await response.json()) as Envelope & { data: Upload }).data.fileId;
}

interface Person {
  client: Client;
  /** Cents of each transfer that arrived, by its reference. */
  arrived: Map<string, number>;
  exportId: string;
}

async function givenPerson(n: number): Promise<Person> {
  const client = clientOf(n, '');
  await client.register(`1390000030${n}`);
  await client.ask(signInCalls.confirm, { password: goodPassword });
  return { client, arrived: new Map(), exportId: '' };
}

async function report({ client }: Person, amountCents: number): Promise<string> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const receipt = await surely(client, () => sendReceipt(client));
  const input = { amountCents, payerName: '深圳海风贸易有限公司', transferredOn: accountDay(new Date()) };
  const reported = await surely(client, () =>
    client.ask(calls.reportBankTransfer, { ...input, receipt: receipt ?? '' }, key),
  );
  return reported?.id ?? '';
}

/**
 * Both servers are asked to credit it concurrently, each until it answers. Without an idempotency key: the ledger alone
 * must prevent a second credit.
 */
async function creditTwice(id: string, amountCents: number, reference: string): Promise<void> {
  await Promise.all(
    [0, 1].map((n) => {
      const operator = clientOf(n, operatorToken);
      const credit = () => operator.ask(calls.creditBankTransfer, { id, amountCents, reference });
      return surely(operator, credit, 'STATE_FORBIDS', 'BANK_REFERENCE_USED');
    }),
  );
}

async function transferOne(person: Person, at: string, turn: number): Promise<void> {
  const amountCents = 10_000 + turn;
  const reference = `2026112300${at}${turn}`;
  const id = await report(person, amountCents);
  await creditTwice(id, amountCents, reference);
  person.arrived.set(reference, amountCents);
  if (turn % twiceEvery !== 0) return;
  const again = await report(person, amountCents);
  await creditTwice(again, amountCents, reference);
  const { client } = person;
  await surely(client, () => client.ask(calls.withdrawBankTransfer, { id: again }), 'STATE_FORBIDS');
}

async function expectCredited({ client, arrived }: Person): Promise<void> {
  const cents = [...arrived.values()].sort((a, b) => a - b);
  const { list } = await client.ask(calls.bankTransfers, { state: 'credited', size: 100 });
  const entries = (await client.ask(costCenterCalls.entries, { size: 100 })).list;
  const { balanceCents } = await client.ask(orderCalls.rechargeOptions, {});

  expect(list.map(({ creditedCents }) => creditedCents ?? 0).sort((a, b) => a - b)).toEqual(cents);
  expect(entries.map(({ amountCents }) => amountCents).sort((a, b) => a - b)).toEqual(cents);
  expect(entries.map(({ orderNo }) => orderNo).sort()).toEqual(list.map(({ orderNo }) => orderNo).sort());
  expect(balanceCents).toBe(cents.reduce((sum, one) => sum + one, 0));
}

async function expectExported({ client, exportId }: Person): Promise<void> {
  const state = async () => (await client.ask(exportCalls.dataExport, {})).last?.state;
  await expect.poll(state, { timeout: takenUpMs }).toBe('ready');
  const file = await client.bytes(exportCalls.exportFile, { id: exportId });
  expect((await openZip(bytesSource(file))).entries.has('ledger.csv')).toBe(true);
}

it('credits every received transfer once, and finishes every export, despite kills', async () => {
  const all = await Promise.all(Array.from({ length: people }, (_, n) => givenPerson(n)));
  let isOver = false;
  const work = all.map(async (person, n) => {
    const { client } = person;
    for (let turn = 0; turn < transfersEach && !isOver; turn++) {
      await transferOne(person, String(n), turn);
      await sleep(pauseMs);
      if (turn !== 1) continue;
      const asked = await surely(client, () => client.ask(exportCalls.askExport, {}), 'EXPORT_OPEN');
      person.exportId = asked?.id ?? (await client.ask(exportCalls.dataExport, {})).last?.id ?? '';
    }
  });
  for (let turn = 0; turn < kills; turn++) {
    await sleep(calmMs);
    await pair.kill(turn % 3);
  }
  isOver = true;
  await Promise.all(work);

  for (const person of all) {
    await expectCredited(person);
    await expectExported(person);
  }
  expect(all.reduce((sum, { arrived }) => sum + arrived.size, 0)).toBeGreaterThan(people * 2);
  expect(interrupted).toBeGreaterThan(0);
  await pair.expectSound();
}, 240_000);
