import { stateTable } from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { Expression, type Lifecycle, transition, transitionWhere } from './transition.ts';

const table = stateTable({
  states: ['open', 'paid', 'closed'],
  initial: ['open'],
  rows: [
    { from: 'open', event: 'pay', to: 'paid', who: 'payer', because: 'the money arrived' },
    { from: 'open', event: 'close', to: 'closed', who: ['payer', 'clock'], because: 'it was not paid' },
  ],
});

let database: Database;
const bill: Lifecycle<'open' | 'paid' | 'closed', 'pay' | 'close', 'payer' | 'clock', string> = {
  table,
  relation: 'bill',
  key: 'no',
  async record(db, { key, event, who, detail }) {
    await db.query('insert into bill_event values ($1, $2, $3, $4)', [key, event, who, detail]);
  },
};

beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    'create table bill (no text primary key, state text not null, tries int not null default 0, note text)',
  );
  await database.pool.query('create table bill_event (no text, event text, who text, detail text)');
});
afterAll(() => database.close());

const begin = (no: string, state = 'open') => database.pool.query('insert into bill values ($1, $2)', [no, state]);
const rowOf = async (no: string) =>
  (await database.pool.query('select state, tries, note from bill where no = $1', [no])).rows[0];
const eventsOf = async (no: string) =>
  (await database.pool.query('select event, who, detail from bill_event where no = $1', [no])).rows;

describe('transition', () => {
  it('writes the new state with its columns and the history', async () => {
    await begin('a');

    const change = await database.transaction((db) =>
      transition(db, bill, 'a', {
        event: 'pay',
        who: 'payer',
        detail: 'cash',
        set: { note: 'thanks', tries: new Expression('tries + 1') },
      }),
    );

    expect(change).toMatchObject({ from: 'open', to: 'paid' });
    expect(await rowOf('a')).toEqual({ state: 'paid', tries: 1, note: 'thanks' });
    expect(await eventsOf('a')).toEqual([{ event: 'pay', who: 'payer', detail: 'cash' }]);
  });

  it.each([
    ['an event the state does not allow', 'paid', { event: 'close', who: 'payer' }],
    ['a role the row does not name', 'open', { event: 'pay', who: 'clock' }],
  ] as const)('refuses %s and writes nothing', async (name, state, event) => {
    await begin(name, state);

    const refused = database.transaction((db) => transition(db, bill, name, { ...event, detail: '' }));

    await expect(refused).rejects.toMatchObject({ code: 'STATE_FORBIDS' });
    expect(await rowOf(name)).toMatchObject({ state });
    expect(await eventsOf(name)).toEqual([]);
  });

  it('refuses an object that does not exist', async () => {
    const refused = database.transaction((db) =>
      transition(db, bill, 'none', { event: 'pay', who: 'payer', detail: '' }),
    );

    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('applies one of ten events that arrive at once', async () => {
    await begin('race');

    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        database.transaction((db) =>
          transition(db, bill, 'race', { event: i % 2 ? 'pay' : 'close', who: 'payer', detail: '' }),
        ),
      ),
    );

    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await eventsOf('race')).toHaveLength(1);
  });
});

describe('transitionWhere', () => {
  const pay = { event: 'pay', who: 'payer', returning: 'no' } as const;

  it('changes the rows whose states allow the event, with their columns, and returns these', async () => {
    for (const [no, state] of [
      ['w1', 'open'],
      ['w2', 'closed'],
      ['w3', 'open'],
    ] as const)
      await begin(no, state);
    await database.pool.query(`update bill set note = 'together' where no in ('w1', 'w2')`);

    const by = { column: 'note', value: 'together' };
    const changed = await transitionWhere(database.pool, bill, by, {
      ...pay,
      set: { tries: new Expression('tries + 1') },
    });

    expect(changed).toEqual([{ no: 'w1' }]);
    expect(await rowOf('w1')).toEqual({ state: 'paid', tries: 1, note: 'together' });
    expect(await rowOf('w2')).toEqual({ state: 'closed', tries: 0, note: 'together' });
    expect(await rowOf('w3')).toMatchObject({ state: 'open' });
  });

  it('changes a row once if two attempts run at the same time', async () => {
    await begin('w4');

    const by = { column: 'no', value: 'w4' };
    const changed = await Promise.all([1, 2].map(() => transitionWhere(database.pool, bill, by, pay)));

    expect(changed.flat()).toEqual([{ no: 'w4' }]);
  });

  it('refuses a role that may never cause the event', async () => {
    await begin('w5');

    const attempt = transitionWhere(database.pool, bill, { column: 'no', value: 'w5' }, { ...pay, who: 'clock' });

    await expect(attempt).rejects.toMatchObject({ code: 'STATE_FORBIDS' });
    expect(await rowOf('w5')).toMatchObject({ state: 'open' });
  });
});
