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
  const columns = Object.entries(o.set ?? {}).map(([column, value]) =>
    value instanceof Expression ? `, ${column} = ${value.sql}` : `, ${column} = $${values.push(value)}`,
  );
  const { rowCount } = await db.query(
    `update ${relation} set state = $3${columns.join('')} where ${keyColumn} = $1 and state = $2`,
    values,
  );
  if (rowCount !== 1) throw new Error(`${relation} ${key} changed its state under the lock of this transaction.`);
  const change = { key, from, event: o.event, to, who: o.who, detail: o.detail };
  await lifecycle.record(db, change);
  return change;
}
