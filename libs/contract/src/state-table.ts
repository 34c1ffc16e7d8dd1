/** One change a life cycle allows. */
export interface Transition<State extends string, Event extends string, Who extends string> {
  from: State;
  event: Event;
  to: State;
  /** The role, or roles, that may cause it. */
  who: Who | readonly Who[];
  /** The reason this row exists, as a phrase for readers of the table. */
  because: string;
}

/** The life cycle of one kind of object: the only definition of which state follows which. */
export interface StateTable<State extends string, Event extends string, Who extends string> {
  readonly states: readonly State[];
  /** The states a new object may start in. */
  readonly initial: readonly State[];
  readonly rows: readonly Transition<State, Event, Who>[];
  /** @returns the state after an event, or undefined if the state, or this role, doesn't allow it */
  after(from: State, event: Event, who?: Who): State | undefined;
  /** @returns the events a role may cause in a state, in the order of the rows */
  allowed(from: State, who: Who): Event[];
}

/**
 * Declares a life cycle.
 * @throws Error if two rows name the same state and event, or an initial state that isn't in `states`
 */
export function stateTable<const State extends string, const Event extends string, const Who extends string>(declared: {
  states: readonly State[];
  initial: readonly NoInfer<State>[];
  rows: readonly Transition<NoInfer<State>, Event, Who>[];
}): StateTable<State, Event, Who> {
  const { states, initial, rows } = declared;
  const byKey = new Map<string, Transition<State, Event, Who>>();
  for (const row of rows) {
    const key = `${row.from} ${row.event}`;
    if (byKey.has(key)) throw new Error(`Two rows of the state table say what follows ${key}.`);
    byKey.set(key, row);
  }
  const unknown = initial.find((state) => !states.includes(state));
  if (unknown) throw new Error(`${unknown} isn't a state of the table.`);
  return {
    states,
    initial,
    rows,
    after(from, event, who) {
      const row = byKey.get(`${from} ${event}`);
      return row && (who === undefined || mayCause(row, who)) ? row.to : undefined;
    },
    allowed: (from, who) => rows.filter((row) => row.from === from && mayCause(row, who)).map(({ event }) => event),
  };
}

function mayCause<Who extends string>({ who }: { who: Who | readonly Who[] }, asked: Who): boolean {
  return typeof who === 'string' ? who === asked : who.includes(asked);
}

/** The states of a table as a type. */
export type StateOf<Table> = Table extends StateTable<infer State, string, string> ? State : never;
/** The events of a table as a type. */
export type EventOf<Table> = Table extends StateTable<string, infer Event, string> ? Event : never;
/** The roles of a table as a type. */
export type WhoOf<Table> = Table extends StateTable<string, string, infer Who> ? Who : never;
