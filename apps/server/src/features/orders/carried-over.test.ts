import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { makeTestDatabase } from '../../testing/database.ts';
import { insertAccount } from '../identity/store.ts';
import { checkLedger, ledgerSums } from '../money/service.ts';

const folder = new URL('../../database/migrations/', import.meta.url);
let client: pg.Client;
let leave: () => Promise<void>;

beforeAll(async () => {
  const made = await makeTestDatabase();
  leave = made.leave;
  client = new pg.Client({ connectionString: made.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await leave();
});

/** The schema of the release that had a row for each entry. */
async function migrateToEntries(): Promise<void> {
  await client.query('create table migration (name text primary key, applied_at timestamptz not null default now())');
  for (const name of (await readdir(folder)).filter((file) => file < '0032').sort()) {
    await client.query(await readFile(new URL(name, folder), 'utf8'));
    await client.query('insert into migration (name) values ($1)', [name]);
  }
}

/** As `post` had it done then. */
const postOld = (key: string, account: string, kinds: [string, string], cents: number) =>
  client.query(`select post_transfer($1, 'purchase', null, $1, $2, $3, $4, $5)`, [
    key,
    kinds,
    kinds.map((kind) => (kind === 'funds' || kind === 'revenue' ? null : account)),
    kinds.map((kind) => (kind === 'funds' ? 'test' : null)),
    [-cents, cents],
  ]);

/** The transfer of a number, done at another moment than it was begun. */
async function begin(key: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into ledger_transfer (key, kind, subject) values ($1, 'recharge', $1) returning id`,
    [key],
  );
  return rows[0]?.id ?? '';
}
async function end(id: string, cents: number): Promise<void> {
  await client.query(
    `with took as (
       update ledger_account set balance_cents = balance_cents + $2 where kind = 'balance' returning id, balance_cents
     ) insert into ledger_entry (transfer_id, ledger_account_id, amount_cents, balance_cents)
     select $1::bigint, id, -$2::bigint, null from ledger_account where kind = 'funds'
     union all select $1, id, $2, balance_cents from took`,
    [id, cents],
  );
}

async function migrateOn(): Promise<void> {
  await client.query('begin');
  try {
    await migrate(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const rowsOf = async (statement: string) => (await client.query(statement)).rows;
const entriesBy = (order: string) =>
  rowsOf(`select t.key, t.at, e.ledger_account_id, e.amount_cents, e.balance_cents from ledger_entry e
    join ledger_transfer t on t.id = e.transfer_id order by e.ledger_account_id, ${order}`);
const numbers = () => rowsOf('select id from ledger_transfer order by id');
const sums = () =>
  rowsOf(`select a.kind as account, a.provider, sum(e.amount_cents)::float8 as cents
    from ledger_entry e join ledger_account a on a.id = e.ledger_account_id group by 1, 2 order by 1, 2 nulls first`);

describe('a ledger with a row for each entry', () => {
  it('is carried over entry by entry, in the order in which they changed their balance, and goes on', async () => {
    await migrateToEntries();
    const holder = { phone: '13900000001', name: 'Ann', passwordHash: '', language: 'en' } as const;
    const account = (await insertAccount(client, holder))?.accountId ?? '';
    await postOld('came', account, ['funds', 'balance'], 1000);
    for (let n = 0; n < 20; n++) {
      await postOld(`hold:${n}`, account, ['balance', 'held'], 10 + n);
      await postOld(`end:${n}`, account, n % 2 === 0 ? ['held', 'revenue'] : ['held', 'balance'], 10 + n);
    }
    const [first, last] = [await begin('begun first'), await begin('begun last')];
    await end(last, 2);
    await end(first, 3);
    const before = { entries: await entriesBy('e.id'), numbers: await numbers(), sums: await sums() };

    await migrateOn();

    expect(before.entries).toHaveLength(86);
    expect(await entriesBy('e.transfer_id')).toEqual(before.entries);
    expect(await numbers()).toEqual(before.numbers);
    expect([await sums(), await ledgerSums(client)]).toEqual([before.sums, before.sums]);
    await client.query(
      `select post_transfer('next', 'purchase', null, 'x', 1, 'balance', $1, null, 'revenue', null, null)`,
      [account],
    );
    expect(await checkLedger(client)).toEqual([]);
  });
});
