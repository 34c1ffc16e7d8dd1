import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { listPage } from './listing.ts';

let dataDir: string;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'listing-'));
  database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  await database.pool.query('create table shelf (id int primary key, name text not null)');
  await database.pool.query('create table book (number int primary key, shelf_id int not null)');
  await database.pool.query(`insert into shelf values (1, 'long'), (2, 'short'), (3, 'empty')`);
  await database.pool.query('insert into book select n, 1 from generate_series(1, 1500) n');
  await database.pool.query('insert into book select n, 2 from generate_series(2001, 2007) n');
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const books = (shelf: number, page: number) =>
  listPage<{ number: number; shelf: string }>(
    database.pool,
    {
      columns: 'b.number, s.name as shelf',
      from: 'book b',
      where: 'b.shelf_id = $1',
      joins: 'join shelf s on s.id = b.shelf_id',
      by: 'b.number desc',
      values: [shelf],
    },
    { page, size: 5 },
  );

it('lists one page in order and counts the rows of all pages', async () => {
  expect(await books(2, 2)).toEqual({
    rows: [
      { number: 2002, shelf: 'short' },
      { number: 2001, shelf: 'short' },
    ],
    total: 7,
  });
});

it('still counts on a page past the last', async () => {
  expect(await books(2, 3)).toEqual({ rows: [], total: 7 });
});

it('returns an empty page for no rows', async () => {
  expect(await books(3, 1)).toEqual({ rows: [], total: 0 });
});

it('counts at most a thousand rows beyond the page', async () => {
  expect((await books(1, 1)).total).toBe(1_005);
  expect((await books(1, 2)).total).toBe(1_010);
  expect((await books(1, 150)).total).toBe(1_500);
});
