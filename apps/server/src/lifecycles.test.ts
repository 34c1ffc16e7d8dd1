import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StateTable } from '@proofkeep/contract';
import * as contract from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database/database.ts';
import { Refusal } from './kit/refusal.ts';
import { type Lifecycle, transition } from './kit/transition.ts';
import { openTestDatabase } from './testing/database.ts';

type AnyTable = StateTable<string, string, string>;
type AnyLifecycle = Lifecycle<string, string, string, unknown>;

const hasKeys = (value: unknown, ...keys: string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value);

interface Source {
  path: string;
  text: string;
}

async function readSources(): Promise<Source[]> {
  const sources: Source[] = [];
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname })) {
    const path = resolve(import.meta.dirname, file);
    if (!/\.test\.ts$|(^|\/)testing\//.test(file)) sources.push({ path, text: await readFile(path, 'utf8') });
  }
  return sources;
}

/** All life cycles that the service exports, found in the sources because a hand-written list could be incomplete. */
async function findLifecycles(sources: readonly Source[]): Promise<{ name: string; lifecycle: AnyLifecycle }[]> {
  const found: { name: string; lifecycle: AnyLifecycle }[] = [];
  for (const { path } of sources.filter(({ text }) => /^export const \w+Lifecycle\b/m.test(text))) {
    const exported: Record<string, unknown> = await import(path);
    for (const [name, value] of Object.entries(exported))
      if (hasKeys(value, 'table', 'relation', 'key', 'record')) found.push({ name, lifecycle: value as AnyLifecycle });
  }
  return found;
}

const sources = await readSources();
const lifecycles = await findLifecycles(sources);
const tables = Object.entries(contract).flatMap(([name, value]) =>
  hasKeys(value, 'rows', 'initial', 'after') ? [{ name, table: value as unknown as AnyTable }] : [],
);

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The check constraints on the column `state` alone, as SQL conditions. */
async function stateChecks(relation: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ check: string }>(
    `select pg_get_expr(c.conbin, c.conrelid) as check from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attname = 'state'
     where c.conrelid = $1::regclass and c.contype = 'c' and c.conkey = array[a.attnum]`,
    [relation],
  );
  return rows.map(({ check }) => check);
}

async function statesAllowedBy(checks: readonly string[], candidates: readonly string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    `select state from unnest($1::text[]) state where ${checks.map((check) => `(${check})`).join(' and ')}`,
    [candidates],
  );
  return rows.map(({ state }) => state).sort();
}

/** Its states follow from the attestation's (libs/contract/src/live-sessions/states.test.ts). */
const isDerived = ({ name }: { name: string }) => name === 'liveStateTable';

/** Whether a table imitates an outside service, such as the payment provider of the sandbox. */
const isOutside = (relation: string) => relation === 'sandbox_trade';

describe('tables of the database with a state', () => {
  it('each have a life cycle', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'state'`,
    );
    const governed = lifecycles.map(({ lifecycle }) => lifecycle.relation);

    expect(rows.length).toBeGreaterThan(20);
    expect(rows.map(({ name }) => name).filter((name) => !governed.includes(name) && !isOutside(name))).toEqual([]);
  });
});

describe('state tables of the contract', () => {
  it.each(tables.filter((one) => !isDerived(one)))('$name governs a table of the database', ({ table }) => {
    expect(lifecycles.some(({ lifecycle }) => lifecycle.table === table)).toBe(true);
  });
});

describe.each(lifecycles)('$name', ({ lifecycle: { table, relation, key } }) => {
  it('has exactly the states that the database allows', async () => {
    const checks = await stateChecks(relation);
    const named = checks.flatMap((check) => [...check.matchAll(/'([^']*)'/g)].map(([, state]) => state ?? ''));

    expect(checks).not.toEqual([]);
    const candidates = [...new Set([...named, ...table.states, 'none of them'])];
    expect(await statesAllowedBy(checks, candidates)).toEqual([...table.states].sort());
  });

  it('is the only way to change the state', () => {
    const updates = new RegExp(`update ${relation}\\s+(?:(?:as\\s+)?\\w+\\s+)?set\\s(.*?)(?:\\swhere\\s|[\`;])`, 'gs');
    const changing = sources.filter(({ text }) =>
      [...text.matchAll(updates)].some(([, columns]) => /\bstate\s*=/.test(columns ?? '')),
    );

    expect(changing.map(({ path }) => path)).toEqual([]);
  });

  it('finds its rows by a unique key', async () => {
    const { rows } = await database.pool.query(
      `select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = $2
       where i.indrelid = $1::regclass and i.indisunique and i.indpred is null and i.indnkeyatts = 1
         and i.indkey[0] = a.attnum`,
      [relation, key],
    );

    expect(rows.length).toBeGreaterThan(0);
  });

  it('lets each role cause exactly the events of its rows', async () => {
    const recorded: string[] = [];
    const walked: AnyLifecycle = {
      table,
      relation: 'walked',
      key: 'id',
      async record(_db, { from, event, to, who }) {
        recorded.push(`${from} ${event} ${to} ${who}`);
      },
    };

    const moved = await database.transaction(async (db) => {
      await db.query('create temporary table walked (id int primary key, state text) on commit drop');
      await db.query('insert into walked values (1, null)');
      return walkEvery(table, async (from, event, who) => {
        await db.query('update walked set state = $1', [from]);
        const refused = await transition(db, walked, '1', { event, who, detail: null }).catch((error) => error);
        const { rows } = await db.query<{ state: string }>('select state from walked');
        if (!(refused instanceof Refusal)) return `${from} ${event} ${rows[0]?.state} ${who}`;
        expect([refused.code, rows[0]?.state]).toEqual(['STATE_FORBIDS', from]);
        return null;
      });
    });

    const declared = table.rows.flatMap(({ from, event, to, who }) =>
      [who].flat().map((role) => `${from} ${event} ${to} ${role}`),
    );
    expect(moved.sort()).toEqual(declared.sort());
    expect(recorded.sort()).toEqual(declared.sort());
  });
});

/** Tries every event in every state as every role of the table; `attempt` returns the resulting state, or null. */
async function walkEvery(
  { states, rows }: AnyTable,
  attempt: (from: string, event: string, who: string) => Promise<string | null>,
): Promise<string[]> {
  const led: string[] = [];
  for (const from of states)
    for (const event of new Set(rows.map((row) => row.event)))
      for (const who of new Set(rows.flatMap((row) => row.who))) {
        const to = await attempt(from, event, who);
        if (to !== null) led.push(to);
      }
  return led;
}
