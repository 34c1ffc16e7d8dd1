import type pg from 'pg';

/** What statements are sent to. Inside `transaction` it is one connection, and all of them are one transaction. */
export interface Client {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}
