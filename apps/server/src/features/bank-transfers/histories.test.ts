import { bankTransferCalls as calls, orderCalls } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { checkLedger } from '../money/service.ts';
import { transferring } from './testing/bank-transfers.ts';

const service = useService();
const { ask, given } = service;
const made = transferring(service);

const which = fc.nat(5);
const cents = fc.integer({ min: 1, max: 900_000 });
/** Few references, so that many actions compete for the same one. */
const reference = fc.constantFrom('SLIP-0001', 'SLIP-0002', 'SLIP-0003', 'SLIP-0004');
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('report' as const), cents }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      which,
      cents,
      reference,
      times: fc.constantFrom(1, 3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reject' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), which, cents }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface World {
  token: string;
  operator: string;
  ids: string[];
  /** Credited amounts by the bank statement's reference. */
  statement: Map<string, number>;
  refundedCents: number;
}

async function perform(one: Act, world: World, run: number): Promise<void> {
  const { token, operator, ids, statement } = world;
  if (one.kind === 'report') return void ids.push((await made.report(token, { amountCents: one.cents })).data.id);
  const id = ids[one.which % Math.max(1, ids.length)];
  if (id === undefined) return;
  if (one.kind === 'reject') return void (await made.reject(operator, id));
  if (one.kind === 'withdraw') return void (await made.withdraw(token, id));
  if (one.kind === 'refund') return refund(id, one.cents, world);
  const name = `${one.reference}-${run}`;
  const answers = await Promise.all(
    Array.from({ length: one.times }, () => made.credit(operator, id, one.cents, name)),
  );
  const done = answers.filter(({ refused }) => refused === null).length;
  expect(done).toBeLessThanOrEqual(statement.has(name) ? 0 : 1);
  if (done === 1) statement.set(name, one.cents);
}

async function refund(id: string, amountCents: number, world: World): Promise<void> {
  const { orderNo } = (await ask(calls.consoleBankTransfer, { id }, { as: world.operator })).data;
  if (!orderNo) return;
  const { refundedCents } = (await ask(orderCalls.order, { orderNo }, { as: world.token })).data;
  const input = { orderNo, amountCents, refundedCents, reason: '客户申请退款' };
  const { refused } = await ask(orderCalls.refundOrder, input, { as: world.operator });
  if (refused === null) world.refundedCents += amountCents;
}

describe('bank transfers in any order', () => {
  it('credit each reference of the statement once, and leave the ledger balanced', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
        run++;
        const { token } = await given.login({ isWelcomed: false });
        const { token: operator } = await given.staff();
        const world: World = { token, operator, ids: [], statement: new Map(), refundedCents: 0 };
        for (const one of acts) await perform(one, world, run);

        const arrived = [...world.statement.values()].reduce((sum, one) => sum + one, 0);
        const { balanceCents } = (await ask(orderCalls.rechargeOptions, {}, { as: token })).data;
        expect(balanceCents).toBe(arrived - world.refundedCents);
        expect(await checkLedger(service.database.pool)).toEqual([]);
      }),
      { numRuns: byTestLength({ short: 12, long: 150 }) },
    );
  }, 180_000);
});
