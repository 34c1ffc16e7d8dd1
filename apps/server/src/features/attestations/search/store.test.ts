import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../database/database.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { sortByRarity, termKey } from './store.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('reads a search from its rarest word', async () => {
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
