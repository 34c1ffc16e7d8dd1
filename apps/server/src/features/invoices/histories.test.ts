import { invoiceCalls as calls } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { invoicing } from './testing/invoices.ts';

const service = useService();
const { ask, given } = service;
const made = invoicing(service);

const which = fc.nat(20);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), isPackage: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), which, cents: fc.integer({ min: 1, max: 80_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay-out' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('apply' as const),
      orders: fc.array(which, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'issue' as const,
        'reject' as const,
        'reapply' as const,
        'red-flush' as const,
        'withdraw' as const,
      ),
      which,
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface Applicant {
  token: string;
  operator: string;
  headerId: string;
  orders: string[];
  invoices: string[];
}

async function perform(one: Act, o: Applicant): Promise<void> {
  if (one.kind === 'pay') {
    o.orders.push(await made.paid(o.token, one.isPackage ? 'package' : 'recharge'));
  } else if (one.kind === 'pay-out') await made.payOut();
  else if (one.kind === 'apply') {
    const orderNos = [...new Set(one.orders.flatMap((at) => o.orders[at % Math.max(1, o.orders.length)] ?? []))];
    if (orderNos.length === 0) return;
    const { data, refused } = await made.apply(o.token, { orderNos, headerId: o.headerId });
    expect([null, 'ORDER_NOT_INVOICEABLE']).toContain(refused);
    if (data) o.invoices.push(data.id);
  } else if (one.kind === 'refund') {
    const orderNo = o.orders[one.which % Math.max(1, o.orders.length)];
    if (orderNo) await made.refund(o, orderNo, one.cents);
  } else await decide(one, o);
}

async function decide(
  { kind, which: at }: Extract<Act, { kind: 'issue' | 'reject' | 'reapply' | 'red-flush' | 'withdraw' }>,
  o: Applicant,
): Promise<void> {
  const id = o.invoices[at % Math.max(1, o.invoices.length)];
  if (!id) return;
  const { attempt } = (await ask(calls.consoleInvoice, { id }, { as: o.operator })).data;
  if (kind === 'issue') return issueWhatIsPaid(id, attempt, o);
  const acts = {
    reapply: () => ask(calls.reapply, { id }, { as: o.token }),
    withdraw: () => ask(calls.withdraw, { id }, { as: o.token }),
    reject: () => made.reject(o.operator, id, attempt),
    'red-flush': () => made.redFlush(o.operator, id, attempt),
  };
  const { refused } = await acts[kind]();
  expect([null, 'STATE_FORBIDS', 'ORDER_NOT_INVOICEABLE']).toContain(refused);
}

/** An issued invoice never exceeds what was paid and not refunded at that time. */
async function issueWhatIsPaid(id: string, attempt: number, o: Applicant): Promise<void> {
  const before = (await ask(calls.info, { id }, { as: o.token })).data;
  const { refused } = await made.issue(o.operator, id, attempt);
  const isCovered = before.orders.every(({ amountCents, leftCents }) => amountCents <= leftCents);
  const isWaiting = before.state === 'applied' || before.state === 'reapplied';
  expect(refused).toBe(isWaiting ? (isCovered ? null : 'INVOICE_AMOUNT_CHANGED') : 'STATE_FORBIDS');
}

/** Computes from the rows alone how much of each order was paid, refunded, and is in active invoices. */
async function booksOf(token: string) {
  const { rows } = await service.database.pool.query<{
    no: string;
    provider: string;
    state: string;
    paid: number;
    refunded: number;
    living: number;
    invoiced: number;
  }>(
    `select o.no, p.provider, o.state, p.amount_cents::float8 as paid, p.refunded_cents::float8 as refunded,
       count(l.invoice_id) filter (where i.state in ('applied', 'reapplied', 'issued'))::int as living,
       coalesce(sum(l.amount_cents) filter (where i.state in ('applied', 'reapplied', 'issued')), 0)::float8 as invoiced
     from order_ o join payment p on p.order_id = o.id and p.state = 'paid'
     left join invoice_order l on l.order_id = o.id left join invoice i on i.id = l.invoice_id
     where o.account_id = (select account_id from session s join login g on g.id = s.login_id
       where s.token_sha256 = sha256($1::bytea))
     group by o.no, p.provider, o.state, p.amount_cents, p.refunded_cents`,
    [Buffer.from(token)],
  );
  return rows;
}

describe('orders, refunds and invoices in any order', () => {
  it('never leave an order in two active invoices, nor an invoiceable amount above what was paid and not refunded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 36 }), async (acts) => {
        service.now = new Date();
        const { token } = await given.login();
        const { token: operator } = await given.staff();
        const applicant: Applicant = { token, operator, headerId: await made.header(token), orders: [], invoices: [] };
        for (const one of acts) {
          await perform(one, applicant);
          const books = await booksOf(token);
          for (const { living, invoiced, paid } of books) {
            expect(living).toBeLessThanOrEqual(1);
            expect(invoiced).toBeLessThanOrEqual(paid);
          }
          const offered = await made.orders(token);
          for (const { orderNo, invoiceableCents } of offered.list) {
            const row = books.find(({ no }) => no === orderNo);
            expect(invoiceableCents).toBeGreaterThan(0);
            expect(row).toMatchObject({ living: 0, paid: invoiceableCents + (row?.refunded ?? 0) });
          }
          const free = books.filter((row) => row.living === 0 && ['paid', 'partly-refunded'].includes(row.state));
          expect(offered.sumCents).toBe(free.reduce((sum, row) => sum + row.paid - row.refunded, 0));
        }
      }),
      { numRuns: byTestLength({ short: 8, long: 60 }) },
    );
  }, 180_000);
});
