import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { Client } from './client.ts';
import { asAway, DatabaseAway, hasNoAnswer } from './database-away.ts';
import { type Embedded, openEmbedded } from './embedded.ts';
import { Listener, listeningClient, type Subscriber } from './listener.ts';
import { migrate } from './migrate.ts';

export interface Database {
  /** For single statements. */
  readonly pool: Client;
  /** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
  transaction<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Runs read-only statements that all see one snapshot. */
  snapshot<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Lends a connection; `work` must release the session locks it takes. */
  withClient<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** Listens to `pg_notify` on a channel. @returns stops listening */
  listen(channel: string, hearer: Subscriber): Promise<() => Promise<void>>;
  /** Pool statistics: open and idle connections, and callers waiting for one. */
  connections(): { open: number; idle: number; waiting: number };
  /**
   * A second pool for calls: they wait at most `callLimitMs` for a connection and for each statement, and never behind
   * longer work. @throws DatabaseAway
   */
  readonly forCalls: Statements;
  close(): Promise<void>;
}

const holding = new AsyncLocalStorage<boolean>();
/** Whether the calling code holds a connection. Long work must not, because connections are few. */
export const isConnectionHeld = (): boolean => holding.getStore() === true;

/** Ways to send statements. */
export type Statements = Pick<Database, 'pool' | 'transaction' | 'snapshot' | 'withClient'>;

/** Size of each of the two pools. */
const poolSize = 16;
/** Retries connecting for this long while the embedded server restarts. */
const connectLimitMs = 30_000;
const callLimitMs = 3_000;
/** Extra time before the client gives up: a silent server doesn't enforce its own statement timeout. */
const graceMs = 500;

/** Connects to `DATABASE_URL` or starts the embedded server, and migrates the schema. */
export async function openDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Database> {
  const embedded = config.DATABASE_URL ? undefined : await openEmbedded(config.DATA_DIR);
  const connection = {
    ...(embedded ? embedded.connection : { connectionString: config.DATABASE_URL }),
    application_name: 'proofkeep',
  };
  const pool = openPool(connection);
  const callPool = openPool({
    ...connection,
    connectionTimeoutMillis: callLimitMs,
    statement_timeout: callLimitMs,
    query_timeout: callLimitMs + graceMs,
  });
  const listening = new Listener(async () => {
    await embedded?.ready();
    return listeningClient({ ...connection, application_name: 'proofkeep listening' });
  });
  const database: Database = {
    ...statementsOver(() => (embedded ? connectTo(embedded, pool, connectLimitMs) : pool.connect())),
    forCalls: statementsOver(() => (embedded ? connectTo(embedded, callPool, callLimitMs) : callPool.connect())),
    listen: (channel, hearer) => listening.listen(channel, hearer),
    connections: () => ({
      open: pool.totalCount + callPool.totalCount,
      idle: pool.idleCount + callPool.idleCount,
      waiting: pool.waitingCount + callPool.waitingCount,
    }),
    async close() {
      await listening.close();
      await Promise.all([pool.end(), callPool.end()]);
      await embedded?.leave();
    },
  };
  try {
    await database.transaction(migrate);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...options, max: poolSize });
  // A broken idle connection must not end the process; the next query reports the failure.
  pool.on('error', () => {});
  // Nor must a connection that breaks before it has an error listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Connects to a server that may have just been killed: waits for it or restarts it. */
async function connectTo(embedded: Embedded, pool: pg.Pool, limitMs: number): Promise<pg.PoolClient> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    await atMost(embedded.ready(), deadline - Date.now());
    try {
      return await pool.connect();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  const late = new AbortController();
  const end = sleep(Math.max(0, ms), undefined, { signal: late.signal }).then(() => {
    throw new Error('timeout exceeded when starting the embedded server');
  });
  try {
    await Promise.race([work, end]);
  } finally {
    late.abort();
    end.catch(() => {});
    work.catch(() => {});
  }
}

/** @param connect lends a connection, or fails after its timeout */
function statementsOver(connect: () => Promise<pg.PoolClient>): Statements {
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = await connect().catch((error) => Promise.reject(new DatabaseAway(error)));
    let broken: Error | undefined;
    const note = (error: Error) => {
      broken = error;
    };
    client.on('error', note);
    try {
      return await holding.run(true, () => work(client));
    } catch (error) {
      const why = broken !== undefined && error === broken ? new DatabaseAway(broken) : asAway(error);
      // The connection's state is unknown, so it is not reused.
      broken ??= error instanceof Error ? error : new Error(String(error));
      throw why;
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
        // PostgreSQL answers ROLLBACK if a statement failed and `work` continued.
        if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
        return { result };
      } catch (error) {
        // A connection that didn't answer accepts no further statement; discarding it rolls back as well.
        if (hasNoAnswer(error)) throw error;
        // The rollback makes the connection reusable; if it fails, the connection is discarded.
        await client.query('rollback').catch(() => Promise.reject(error));
        return { error };
      }
    });
    if ('error' in ended) throw asAway(ended.error);
    return ended.result;
  };
  return {
    pool: {
      query: (statement: string | pg.QueryConfig, values?: unknown[]) =>
        withClient((client) => client.query(statement as string, values)),
    },
    withClient,
    transaction: (work) => within('begin', work),
    snapshot: (work) => within('begin isolation level repeatable read, read only', work),
  };
}
