import pg from 'pg';

/** PostgreSQL cannot be asked now: it is down, starting, out of connections, or took longer than is waited for. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * Of a statement that failed (PostgreSQL, appendix A): class 08 the connection, 57P the server ends or starts, 57014 too long,
 * 55P03 a lock too long, 53200 no memory, 53300 no connection, 25006 a standby.
 */
const awayCodes = /^(08...|57P0.|57014|55P03|53200|53300|25006)$/;

/** What `pg` says of a connection that broke, or gave no answer in time; it has no codes for them. */
const awayWords =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client has encountered|Client was closed)/;

/** The error itself where it is of another kind. */
export function asAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error;
  const isAway = error instanceof pg.DatabaseError ? awayCodes.test(error.code ?? '') : awayWords.test(error.message);
  return isAway ? new DatabaseAway(error) : error;
}

/** Whether it was not PostgreSQL that said so. */
export const hasNoAnswer = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) && asAway(error) instanceof DatabaseAway;
