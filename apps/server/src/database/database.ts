import pg from 'pg';
import type { Config } from '../config.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

/** One connection. What runs on it is in a transaction only inside `transaction`. */
export type Client = pg.ClientBase;

export interface Database {
  /** Runs in one transaction: committed when `work` returns, rolled back when it throws. */
  transaction<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Lends a connection; session locks taken on it must be given back by `work`. */
  withClient<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects to `DATABASE_URL`, or brings the embedded server up; the schema is current when this returns. */
export async function openDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Database> {
  const embedded = config.DATABASE_URL ? undefined : await openEmbedded(config.DATA_DIR);
  const pool = new pg.Pool({
    ...(embedded ? embedded.connection : { connectionString: config.DATABASE_URL }),
    application_name: 'proofkeep',
    max: 16,
  });
  // An idle connection that breaks must not end the process: the next query that needs one says what is wrong.
  pool.on('error', () => {});
  const database = over(pool, async () => {
    await pool.end();
    await embedded?.leave();
  });
  try {
    await database.transaction(migrate);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function over(pool: pg.Pool, close: () => Promise<void>): Database {
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    const note = (error: Error) => {
      broken = error;
    };
    client.on('error', note);
    try {
      return await work(client);
    } catch (error) {
      // Whatever state the connection is in, nobody else gets it.
      broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', note);
      client.release(broken);
    }
  };
  return {
    withClient,
    close,
    transaction: (work) =>
      withClient(async (client) => {
        await client.query('begin');
        // A throw leaves the transaction open on a connection that is thrown away with it, which rolls it back.
        const result = await work(client);
        await client.query('commit');
        return result;
      }),
  };
}
