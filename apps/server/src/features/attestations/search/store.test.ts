import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { sortByRarity, termKey } from './store.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('starts a search with its rarest word', async () => {
  const [often, rarely, never] = ['often', 'rarely', 'never'].map((word) => termKey('account', word)) as [
    string,
    string,
    string,
  ];
  await database.pool.query(
    `insert into attestation_term (key, created_at, ano)
     select key, now(), 'PK' || n from unnest($1::bigint[], $2::int[]) as word (key, count), generate_series(1, count) as n`,
    [
      [often, rarely],
      [30, 2],
    ],
  );

  expect(await sortByRarity(database.pool, [often, rarely, never])).toEqual([never, rarely, often]);
  expect(await sortByRarity(database.pool, [rarely, never, often])).toEqual([never, rarely, often]);
});

it('distinguishes frequent words by the time that their newest attestations cover', async () => {
  const [daily, hourly] = ['daily', 'hourly'].map((word) => termKey('account', word)) as [string, string];
  await database.pool.query(
    `insert into attestation_term (key, created_at, ano)
     select key, now() - n * every, 'PK' || n
     from unnest($1::bigint[], $2::interval[]) as word (key, every), generate_series(1, 1200) as n`,
    [
      [daily, hourly],
      ['1 day', '1 hour'],
    ],
  );

  expect(await sortByRarity(database.pool, [hourly, daily])).toEqual([daily, hourly]);
  expect(await sortByRarity(database.pool, [daily, hourly])).toEqual([daily, hourly]);
});
