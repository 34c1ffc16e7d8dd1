import { type BalanceEntry, costCenterCalls as calls, orderCalls } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, type Login, useService } from '../../testing/service.ts';
import { placeHold, releaseHold, settleHold } from '../money/service.ts';
import { paying } from '../orders/testing/payments.ts';
import { givenBalance, rowsOf } from './testing/money.ts';

const service = useService();
const { ask, given } = service;
let subjects = 0;

const order = async ({ accountId, loginId }: Login, o: { quantity?: number; service?: 'file' | 'hash' } = {}) => {
  const subject = `subject-${subjects++}`;
  await service.database.transaction((db) =>
    placeHold(db, { accountId, loginId, service: 'file', quantity: 1, now: service.now, subject, ...o }),
  );
  return subject;
};
const accept = (subject: string) => service.database.transaction((db) => settleHold(db, subject, service.now));
const reject = (subject: string) => service.database.transaction((db) => releaseHold(db, subject, service.now));

async function allEntries(as: string, filter: Partial<Parameters<typeof ask<typeof calls.entries>>[1]> = {}) {
  const found: BalanceEntry[] = [];
  for (let page = 1; ; page++) {
    const { data } = await ask(calls.entries, { ...filter, page, size: 7 }, { as });
    found.push(...(data.list as BalanceEntry[]));
    if (found.length >= data.total) return found;
  }
}

/** The balance and held amount in the ledger. */
async function ledgerOf({ accountId }: Login): Promise<{ amountCents: number; sumCents: number }[]> {
  const { rows } = await service.database.pool.query<{ amountCents: number; sumCents: number }>(
    `select e.amount_cents::float8 as "amountCents",
       (sum(e.amount_cents) over (order by e.transfer_id))::float8 as "sumCents"
     from ledger_entry e join ledger_account a on a.id = e.ledger_account_id
     where a.account_id = $1 and a.kind = 'balance' order by e.transfer_id desc`,
    [accountId],
  );
  return rows;
}

const act = fc.oneof(
  fc.record({ kind: fc.constant('recharge' as const), cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ kind: fc.constantFrom('accept' as const, 'reject' as const, 'leave' as const) }),
);

describe('entries', () => {
  it('add up to the ledger’s balance in every row and on all pages, after any operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 25 }), async (acts) => {
        const holder = await given.login();
        await givenBalance(service, holder, 5_000);
        for (const one of acts) {
          if (one.kind === 'recharge') {
            await givenBalance(service, holder, one.cents);
            continue;
          }
          const subject = await order(holder).catch(() => null);
          if (subject && one.kind !== 'leave') await (one.kind === 'accept' ? accept : reject)(subject);
        }

        const shown = await allEntries(holder.token);

        expect(shown.map(({ amountCents, balanceCents }) => ({ amountCents, sumCents: balanceCents }))).toEqual(
          await ledgerOf(holder),
        );
      }),
      { numRuns: byTestLength({ short: 5, long: 30 }) },
    );
  }, 60_000);

  it('state the ordered service, its state, and the order that brought the money', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 500_000);
    const subject = await order(holder, { quantity: 3 });
    await accept(subject);
    const orderNo = await paying(service).package(holder.token);
    await service.ask(orderCalls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });

    const [bought, charged] = await allEntries(holder.token);

    expect(bought).toMatchObject({ kind: 'purchase', amountCents: -78_000, orderNo, charge: null });
    expect(charged).toMatchObject({
      kind: 'hold',
      amountCents: -3_000,
      charge: { service: 'file', quantity: 3, packageUnits: 0, state: 'settled', subject },
      member: { userId: holder.loginId },
    });
  });

  it('are found by kind, service, member and day', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    await givenBalance(service, holder, 50_000);
    await order(holder);
    await reject(await order(holder, { service: 'hash' }));
    await order(member);
    const found = async (filter: Parameters<typeof allEntries>[1]) =>
      (await allEntries(holder.token, filter)).map(({ kind, amountCents }) => `${kind} ${amountCents}`);
    const today = localDay(new Date());

    expect(await found({ kinds: ['release'] })).toEqual(['release 100']);
    expect(await found({ service: 'hash' })).toEqual(['release 100', 'hold -100']);
    expect(await found({ userId: member.loginId })).toEqual(['hold -1000']);
    expect(await found({ from: today, to: today })).toHaveLength(5);
    expect(await found({ to: localDay(new Date(Date.now() - 86_400_000)) })).toEqual([]);
    expect(await found({ from: localDay(new Date(Date.now() + 86_400_000)) })).toEqual([]);
  });

  it('show a member without the right only their own spending, and no balance', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    const bookkeeper = await given.member(holder, ['billing']);
    await givenBalance(service, holder, 50_000);
    await order(holder);
    await order(member);

    const own = await allEntries(member.token);
    const ofHolder = await allEntries(member.token, { userId: holder.loginId });

    expect(own).toMatchObject([{ kind: 'hold', balanceCents: null, member: { userId: member.loginId } }]);
    expect(ofHolder).toEqual([]);
    expect(await allEntries(bookkeeper.token)).toHaveLength(3);
  });

  it('are not found for another account, even by its members’ ids', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 50_000);
    await order(holder);
    const stranger = await given.login();

    expect(await allEntries(stranger.token)).toEqual([]);
    expect(await allEntries(stranger.token, { userId: holder.loginId })).toEqual([]);
  });
});

describe('an export', () => {
  it('contains exactly the filtered rows, in the reader’s language', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 50_000);
    for (let n = 0; n < 12; n++) await order(holder, n % 3 ? {} : { service: 'hash' });
    const filter = { service: 'file' } as const;
    const wanted = await allEntries(holder.token, filter);

    const [head, ...rows] = await rowsOf(service, holder.token, filter);

    expect(head?.slice(0, 4)).toEqual(['时间（UTC+8）', '类型', '金额（元）', '余额（元）']);
    expect(rows).toHaveLength(8);
    expect(rows.map((row) => [row[2], row[3], row[8]])).toEqual(
      wanted.map(({ amountCents, balanceCents, charge }) => [
        amountCents / 100,
        (balanceCents ?? 0) / 100,
        charge?.subject,
      ]),
    );
  });

  it('is named after the day in China, even while UTC is on the day before', async () => {
    const { token } = await given.login();
    const before = service.now;
    service.now = new Date('2026-11-20T17:00:00Z');

    const { url } = addressOf(calls.exportEntries, {});
    const { headers } = await service.app.inject({ method: 'GET', url, headers: { 'x-auth-token': token } });
    service.now = before;

    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('2026-11-21.xlsx');
  });

  it('hides the balance from a member without the right', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    await givenBalance(service, holder, 50_000);
    await order(holder);
    await order(member);

    const rows = await rowsOf(service, member.token, {});

    expect(rows).toHaveLength(2);
    expect(rows[0]).not.toContain('余额（元）');
    expect(rows.flat()).not.toContain(490);
  });

  it('writes a name as text, even if it looks like a formula', async () => {
    const holder = await given.login();
    const formula = '=HYPERLINK("http:evil","x")';
    await service.database.pool.query('update login set name = $2 where id = $1', [holder.loginId, formula]);
    await givenBalance(service, holder, 50_000);
    await order(holder);

    const rows = await rowsOf(service, holder.token, {});

    // The reader would return the result of a formula; there is none.
    expect(rows[1]).toContain(formula);
  });

  it('is refused above the limit, which the list states', async () => {
    const holder = await given.login();
    const list = async (page: number) => (await ask(calls.entries, { page }, { as: holder.token })).data;
    await givenBalance(service, holder, 10_001);
    expect(await list(1)).toMatchObject({ total: 1, canExport: true });
    await service.database.pool.query(
      `insert into ledger_transfer (key, kind, subject, from_account, to_account, cents, to_balance_cents)
       select 'many:' || n, 'recharge', 'many', (select id from ledger_account where kind = 'funds' limit 1), a.id, 1, 1
       from ledger_account a, generate_series(1, 9998) n where a.account_id = $1 and a.kind = 'balance'`,
      [holder.accountId],
    );
    await givenBalance(service, holder, 1);
    expect(await list(1)).toMatchObject({ total: 1_010, canExport: true });
    expect(await list(1_000)).toMatchObject({ total: 10_000, canExport: true });

    await givenBalance(service, holder, 1);

    expect(await list(1)).toMatchObject({ total: 1_010, canExport: false });
    expect(await list(1_000)).toMatchObject({ total: 10_001, canExport: false });
    expect((await ask(calls.exportEntries, {}, { as: holder.token })).refused).toBe('EXPORT_TOO_LARGE');
  });
});

const localDay = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
