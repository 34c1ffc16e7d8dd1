import type pg from 'pg';

/** Runs statements. Inside `transaction` all of them use one connection and one transaction. */
export interface Client {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}
