import type { StateTable } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import { Refusal } from './refusal.ts';

/** A state table and the rows it governs. */
export interface Lifecycle<State extends string, Event extends string, Who extends string, Detail> {
  table: StateTable<State, Event, Who>;
  /** The database table; it has a column `state`. */
  relation: string;
  /** Its key column. */
  key: string;
  /** Writes the history of a change and its side effects, in the same transaction. */
  record(db: Client, change: Change<State, Event, Who, Detail>): Promise<void>;
}

export interface Change<State extends string, Event extends string, Who extends string, Detail> {
  key: string;
  from: State;
  event: Event;
  to: State;
  who: Who;
  /** Details for the history: a reason, the acting login, a failure. */
  detail: Detail;
}

/** An SQL expression without values, for a column that isn't set to a value: `new Expression('attempt + 1')`. */
export class Expression {
  readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }
}

/**
 * Applies an event to one object: locks its row, asks the state table, writes the new state and records the change.
 * The row stays locked until the transaction ends.
 * @param set columns that change together with the state
 * @throws Refusal NOT_FOUND if there is no such row; STATE_FORBIDS if its state, or this role, doesn't allow the event
 */
export async function transition<State extends string, Event extends string, Who extends string, Detail>(
  db: Client,
  lifecycle: Lifecycle<State, Event, Who, Detail>,
  key: string,
  o: { event: NoInfer<Event>; who: NoInfer<Who>; detail: NoInfer<Detail>; set?: Readonly<Record<string, unknown>> },
): Promise<Change<State, Event, Who, Detail>> {
  const { table, relation, key: keyColumn } = lifecycle;
  const locked = await db.query<{ state: State }>(
    `select state from ${relation} where ${keyColumn} = $1 for no key update`,
    [key],
  );
  const from = locked.rows[0]?.state;
  if (from === undefined) throw new Refusal('NOT_FOUND');
  const to = table.after(from, o.event, o.who);
  if (to === undefined) throw new Refusal('STATE_FORBIDS');
  const values: unknown[] = [key, from, to];
  const { rowCount } = await db.query(
    `update ${relation} set state = $3${columnsSet(o.set, values)} where ${keyColumn} = $1 and state = $2`,
    values,
  );
  if (rowCount !== 1) throw new Error(`${relation} ${key} changed its state under the lock of this transaction.`);
  const change = { key, from, event: o.event, to, who: o.who, detail: o.detail };
  await lifecycle.record(db, change);
  return change;
}

/**
 * Applies an event in one statement, without a lock before it, to the rows with a value whose state allows it for this
 * role; leaves others alone. For rows found by another column than their key, whose history is written elsewhere:
 * doesn't call `record`.
 * @param o.set columns that change together with the state
 * @returns the columns `o.returning` of the changed rows
 */
export async function transitionWhere<State extends string, Event extends string, Who extends string, Detail>(
  db: Client,
  { table, relation }: Lifecycle<State, Event, Who, Detail>,
  { column, value }: { column: string; value: unknown },
  o: { event: NoInfer<Event>; who: NoInfer<Who>; set?: Readonly<Record<string, unknown>>; returning: string },
): Promise<Record<string, unknown>[]> {
  const allowed = table.states.flatMap((from) => {
    const to = table.after(from, o.event, o.who);
    return to === undefined ? [] : [{ from, to }];
  });
  if (allowed.length === 0) throw new Refusal('STATE_FORBIDS');
  const values: unknown[] = [value];
  const cases = allowed.map(({ from, to }) => `when '${from}' then '${to}'`).join(' ');
  const states = allowed.map(({ from }) => `'${from}'`).join(', ');
  const { rows } = await db.query(
    `update ${relation} set state = case state ${cases} end${columnsSet(o.set, values)}
     where ${column} = $1 and state in (${states}) returning ${o.returning}`,
    values,
  );
  return rows;
}

/** Assignments after the first, whose values it adds to `values`. */
const columnsSet = (set: Readonly<Record<string, unknown>> = {}, values: unknown[]): string =>
  Object.entries(set)
    .map(([column, value]) =>
      value instanceof Expression ? `, ${column} = ${value.sql}` : `, ${column} = $${values.push(value)}`,
    )
    .join('');
