import pg from 'pg';

/** PostgreSQL is unavailable: down, starting, out of connections, or slower than the timeout. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * SQLSTATE codes that mean unavailable (PostgreSQL, appendix A): class 08 connection, 57P shutdown or startup, 57014
 * timeout, 55P03 lock timeout, 53200 out of memory, 53300 too many connections, 25006 standby.
 */
const awayCodes = /^(08...|57P0.|57014|55P03|53200|53300|25006)$/;

/** Messages of `pg` for broken connections and timeouts; it has no codes for them. */
const awayWords =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client has encountered|Client was closed)/;

/** Wraps an error that means unavailable in `DatabaseAway`; returns any other error unchanged. */
export function asAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error;
  const isAway = error instanceof pg.DatabaseError ? awayCodes.test(error.code ?? '') : awayWords.test(error.message);
  return isAway ? new DatabaseAway(error) : error;
}

/** Whether the error is unavailability that `pg`, not PostgreSQL, reported. */
export const hasNoAnswer = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) && asAway(error) instanceof DatabaseAway;
