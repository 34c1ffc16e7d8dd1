import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { type Embedded, openEmbedded } from './embedded.ts';
import { type Hearer, Listening, listeningClient } from './listening.ts';
import { migrate } from './migrate.ts';

/** What statements are sent to. Inside `transaction` it is one connection, and all of them are one transaction. */
export interface Client {
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

export interface Database {
  /** For statements that stand alone. */
  readonly pool: Client;
  /** Runs in one transaction: committed when `work` returns, rolled back when it throws. */
  transaction<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Runs statements that only read, all of which see the database as of the first of them. */
  snapshot<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Lends a connection; session locks taken on it must be given back by `work`. */
  withClient<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Hears what is told with `pg_notify` on a channel, until the function it returns is called. */
  listen(channel: string, hearer: Hearer): Promise<() => Promise<void>>;
  /** Of the pool: how many there are, how many of them nobody uses, and how many of those who want one wait. */
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const holding = new AsyncLocalStorage<boolean>();
/** Whether the code that asks runs while a connection is lent to it: what takes long must not, as there are few. */
export const isConnectionHeld = (): boolean => holding.getStore() === true;

const poolSize = 16;
/** How long a connection is tried for while the embedded server comes up again. */
const connectLimitMs = 30_000;

/** Connects to `DATABASE_URL`, or brings the embedded server up; the schema is current when this returns. */
export async function openDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Database> {
  const embedded = config.DATABASE_URL ? undefined : await openEmbedded(config.DATA_DIR);
  const connection = {
    ...(embedded ? embedded.connection : { connectionString: config.DATABASE_URL }),
    application_name: 'proofkeep',
  };
  const pool = new pg.Pool({ ...connection, max: poolSize });
  // An idle connection that breaks must not end the process: the next query that needs one says what is wrong.
  pool.on('error', () => {});
  // Nor one that breaks in the moment in which it is handed out, when nobody hears it yet.
  pool.on('connect', (client) => client.on('error', () => {}));
  const listening = new Listening(async () => {
    await embedded?.ready();
    return listeningClient({ ...connection, application_name: 'proofkeep listening' });
  });
  const database = over(
    () => (embedded ? connectTo(embedded, pool) : pool.connect()),
    pool,
    listening,
    async () => {
      await listening.close();
      await pool.end();
      await embedded?.leave();
    },
  );
  try {
    await database.transaction(migrate);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** A connection to a server that may have been killed a moment ago: it is waited for, or started again. */
async function connectTo(embedded: Embedded, pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = Date.now() + connectLimitMs;
  for (;;) {
    await embedded.ready();
    try {
      return await pool.connect();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

function over(
  connect: () => Promise<pg.PoolClient>,
  pool: pg.Pool,
  listening: Listening,
  close: () => Promise<void>,
): Database {
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = await connect();
    let broken: Error | undefined;
    const note = (error: Error) => {
      broken = error;
    };
    client.on('error', note);
    try {
      return await holding.run(true, () => work(client));
    } catch (error) {
      // Whatever state the connection is in, nobody else gets it.
      broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', note);
      client.release(broken);
    }
  };
  const within = async <T>(begin: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const ended = await withClient(async (client) => {
      await client.query(begin);
      try {
        const result = await work(client);
        const { command } = await client.query('commit');
        // So PostgreSQL answers when a statement failed before and `work` went on all the same.
        if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
        return { result };
      } catch (error) {
        // The connection is whole again, unless this fails: then it is thrown away, which rolls back as well.
        await client.query('rollback').catch(() => Promise.reject(error));
        return { error };
      }
    });
    if ('error' in ended) throw ended.error;
    return ended.result;
  };
  return {
    pool: {
      query: (statement: string | pg.QueryConfig, values?: unknown[]) =>
        withClient((client) => client.query(statement as string, values)),
    },
    withClient,
    listen: (channel, hearer) => listening.listen(channel, hearer),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
    transaction: (work) => within('begin', work),
    snapshot: (work) => within('begin isolation level repeatable read, read only', work),
  };
}
