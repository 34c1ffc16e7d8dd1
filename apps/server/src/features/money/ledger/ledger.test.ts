import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../kit/refusal.ts';
import { useService } from '../../../testing/service.ts';
import { checkLedger } from './check-store.ts';
import { findBalance, type LedgerAccount, postTransfer } from './store.ts';

const service = useService();
let acts = 0;

const move = (from: LedgerAccount, to: LedgerAccount, cents: number, key = `act:${acts++}`) =>
  service.database.transaction((db) =>
    postTransfer(db, { key, kind: 'purchase', loginId: null, subject: 'x', from, to, cents }),
  );

const funds = { kind: 'funds', provider: 'test' } as const;
const revenue = { kind: 'revenue' } as const;
const isSound = async () => expect(await checkLedger(service.database.pool)).toEqual([]);

async function customer(
  cents: number,
): Promise<{ balance: LedgerAccount; held: LedgerAccount; has(): Promise<number> }> {
  const { accountId } = await service.given.login({ isWelcomed: false });
  const balance = { kind: 'balance', accountId } as const;
  await move(funds, balance, cents);
  const has = async () => (await findBalance(service.database.pool, accountId)).balanceCents;
  return { balance, held: { kind: 'held', accountId }, has };
}

describe('a transfer', () => {
  it('is posted once of a hundred concurrent ones under one key; the others return false, even if the balance would not suffice', async () => {
    const { balance, has } = await customer(500);
    const key = `once:${acts++}`;

    const answers = await Promise.all(Array.from({ length: 100 }, () => move(balance, revenue, 500, key)));

    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await has()).toBe(0);
    expect(await move(balance, revenue, 500, key)).toBe(false);
    await isSound();
  });

  it('is posted once even between accounts of the platform, which aren’t locked', async () => {
    const key = `once:${acts++}`;

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => move({ kind: 'funds', provider: 'unheard of' }, { kind: 'returning' }, 3, key)),
    );

    expect(answers.filter(Boolean)).toHaveLength(1);
    await isSound();
  });

  it('never deadlocks with another one between the same two accounts, in either direction', async () => {
    const [one, other] = [await customer(10_000), await customer(10_000)];
    const pairs = [one.balance, one.held, other.balance, other.held] as const;
    const choices = pairs.flatMap((from) => pairs.filter((to) => to !== from).map((to) => [from, to] as const));

    const answers = await Promise.allSettled(
      Array.from({ length: 240 }, (_, n) => move(...(choices[n % choices.length] as (typeof choices)[number]), 1 + n)),
    );

    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refusals.filter((reason) => !(reason instanceof Refusal))).toEqual([]);
    await isSound();
  });

  it('is refused without sufficient funds, and leaves nothing behind', async () => {
    const { balance, held, has } = await customer(99);
    const key = `short:${acts++}`;

    await expect(move(balance, held, 100, key)).rejects.toThrow(expect.objectContaining({ code: 'BALANCE_SHORT' }));

    expect(await has()).toBe(99);
    expect(await move(balance, held, 99, key)).toBe(true);
    await isSound();
  });
});

describe('the ledger', () => {
  const row = `insert into ledger_transfer (key, kind, subject, from_account, to_account, cents)
    select $1, 'purchase', 'x', f.id, t.id, $2 from ledger_account f, ledger_account t`;

  it('can’t be changed, and no account can be removed', async () => {
    const { pool } = service.database;
    await customer(100);

    await expect(pool.query('update ledger_transfer set cents = 1')).rejects.toThrow('append-only');
    await expect(pool.query('delete from ledger_transfer')).rejects.toThrow('append-only');
    await expect(pool.query('truncate ledger_transfer')).rejects.toThrow('append-only');
    await expect(pool.query('update ledger_entry set amount_cents = 1')).rejects.toThrow('cannot update view');
    await expect(pool.query('delete from ledger_account')).rejects.toThrow('stay');
  });

  it('rejects transfers without an amount, with a negative one, within one account, or without accounts', async () => {
    const { pool } = service.database;
    const { balance } = await customer(100);
    const bad = (cents: number) => pool.query(`${row} where f.id <> t.id limit 1`, ['bad', cents]);

    await expect(bad(0)).rejects.toThrow('"amount"');
    await expect(bad(-5)).rejects.toThrow('"amount"');
    await expect(move(balance, balance, 5)).rejects.toThrow('from one account to another');
    await expect(move(revenue, revenue, 5)).rejects.toThrow('from one account to another');
    await expect(
      pool.query(`insert into ledger_transfer (key, kind, subject, from_account, cents)
        select 'bad', 'purchase', 'x', id, 5 from ledger_account limit 1`),
    ).rejects.toThrow('not-null');
  });

  it('allows accounts only in the form of their kind, and no negative balance', async () => {
    const { pool } = service.database;
    const { balance } = await customer(100);
    const accountId = 'accountId' in balance ? balance.accountId : '';
    const make = (kind: string, provider: string | null, of: string | null, cents: number | null) =>
      pool.query('insert into ledger_account (kind, provider, account_id, balance_cents) values ($1, $2, $3, $4)', [
        kind,
        provider,
        of,
        cents,
      ]);
    const change = (what: string) => pool.query(`update ledger_account set ${what} where account_id = $1`, [accountId]);

    await expect(make('gift', null, null, null)).rejects.toThrow('of this form');
    await expect(make('revenue', 'test', null, null)).rejects.toThrow('of this form');
    await expect(make('funds', null, null, null)).rejects.toThrow('of this form');
    await expect(make('revenue', null, accountId, 0)).rejects.toThrow('of this form');
    await expect(make('returning', null, null, 5)).rejects.toThrow('of this form');
    await expect(make('held', null, accountId, null)).rejects.toThrow('of this form');
    await expect(make('balance', null, randomUUID(), 0)).rejects.toThrow('of this form');
    await expect(change('low_cents = 0')).rejects.toThrow('"amount"');
    await expect(change('balance_cents = -1')).rejects.toThrow('ledger_balance');
  });

  it('fails the check if a transfer names a missing account or left a different balance', async () => {
    const { balance } = await customer(100);
    const accountId = 'accountId' in balance ? balance.accountId : '';
    const found: unknown[] = [];

    await service.database
      .transaction(async (db) => {
        await db.query(
          `insert into ledger_transfer (key, kind, subject, from_account, to_account, cents, from_balance_cents)
           select 'wrong', 'purchase', 'x', id, gen_random_uuid(), 40, 59 from ledger_account
           where account_id = $1 and kind = 'balance'`,
          [accountId],
        );
        await db.query(`update ledger_account set balance_cents = 60 where account_id = $1 and kind = 'balance'`, [
          accountId,
        ]);
        found.push(...(await checkLedger(db)));
        throw new Error('undone');
      })
      .catch(() => {});

    expect(found).toEqual([
      { what: 'transfer-of-no-account', subject: 'wrong' },
      { what: 'running-balance-broken', subject: 'wrong' },
    ]);
    await isSound();
  });
});
