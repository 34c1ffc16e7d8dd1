import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestDatabase } from '../testing/database.ts';
import { type Migration, migrate, readMigrations, toMigration } from './migrate.ts';

let client: pg.Client;
let drop: () => Promise<void>;

beforeEach(async () => {
  const made = await makeTestDatabase();
  drop = made.drop;
  client = new pg.Client({ connectionString: made.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await drop();
});

/** Migrates in a transaction, as `openDatabase` does. */
async function start(migrations?: Migration[]): Promise<void> {
  await client.query('begin');
  try {
    await migrate(client, migrations);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const rowsOf = async (statement: string) => (await client.query(statement)).rows;
const applied = () => rowsOf('select name, sha256, applied_at from migration order by name');
const tables = async (): Promise<string[]> =>
  (await rowsOf(`select tablename from pg_tables where schemaname = 'public' order by 1`)).map((row) => row.tablename);

const first = toMigration('0001_base', 'create table shelf (name text)');
const second = toMigration('0002_book', 'create table book (name text)');

describe('the base', () => {
  it('creates the schema of an empty database, and restarts do not change it', async () => {
    await start();
    const before = { tables: await tables(), applied: await applied() };

    await start();

    expect({ tables: await tables(), applied: await applied() }).toEqual(before);
    expect(before.tables).toEqual(expect.arrayContaining(['attestation', 'audit', 'ledger_transfer', 'log_entry']));
    expect(before.applied.map((row) => row.name)).toEqual((await readMigrations()).map(({ name }) => name));
  });

  it('defines each table, domain, view, function and index once', async () => {
    const [base] = await readMigrations();

    const made = base?.sql.match(
      /^create (?:(?:or replace|unique|constraint) )*(?:table|domain|view|function|index|sequence|type) \w+/gm,
    );

    expect(made?.filter((statement, at) => made.indexOf(statement) !== at)).toEqual([]);
    expect(base?.sql).not.toMatch(/^\s*(drop|create or replace)\b/m);
  });

  it('is refused if it has changed, and nothing is lost', async () => {
    await start([first]);
    await client.query(`insert into shelf values ('evidence')`);

    const other = toMigration(first.name, `${first.sql}; create table drawer (name text)`);

    await expect(start([other])).rejects.toThrow(
      'The database was made by another version of 0001_base and is unchanged: use the release that made it, or set DATA_DIR',
    );
    expect(await rowsOf('select name from shelf')).toEqual([{ name: 'evidence' }]);
    expect(await tables()).toEqual(['migration', 'shelf']);
  });

  it('refuses a database that was made before there was a base', async () => {
    await client.query('create table migration (name text primary key, applied_at timestamptz not null default now())');
    await client.query(`insert into migration (name) values ('0001_log.sql'), ('0044_log_epoch.sql')`);

    await expect(start()).rejects.toThrow('made by another version of 0001_base and is unchanged');
    expect(await tables()).toEqual(['migration']);
  });
});

describe('a later migration', () => {
  it('is applied once, in order', async () => {
    await start([first]);

    await start([first, second]);
    await start([first, second]);

    expect(await tables()).toEqual(['book', 'migration', 'shelf']);
  });

  it('leaves the database unchanged if it fails', async () => {
    await start([first]);
    const failing = toMigration('0003_failing', 'create table lost (name text); select 1 / 0');

    await expect(start([first, second, failing])).rejects.toThrow('division by zero');

    expect(await tables()).toEqual(['migration', 'shelf']);
  });

  it('is not undone by an older release, which refuses the database', async () => {
    await start([first, second]);

    await expect(start([first])).rejects.toThrow('that of a newer release, with 0002_book: use that one');
  });
});
