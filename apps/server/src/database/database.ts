import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { asAway, DatabaseAway, hasNoAnswer } from './away.ts';
import type { Client } from './client.ts';
import { type Embedded, openEmbedded } from './embedded.ts';
import { type Hearer, Listening, listeningClient } from './listening.ts';
import { migrate } from './migrate.ts';

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
  /**
   * The same over connections of their own, for calls: whoever asks waits `callLimitMs` for a connection and as long for each
   * statement, and never behind work that takes longer. @throws DatabaseAway
   */
  readonly forCalls: Statements;
  close(): Promise<void>;
}

const holding = new AsyncLocalStorage<boolean>();
/** Whether the code that asks runs while a connection is lent to it: what takes long must not, as there are few. */
export const isConnectionHeld = (): boolean => holding.getStore() === true;

/** Ways to send statements. */
export type Statements = Pick<Database, 'pool' | 'transaction' | 'snapshot' | 'withClient'>;

/** Of each of the two pools. */
const poolSize = 16;
/** How long a connection is tried for while the embedded server comes up again. */
const connectLimitMs = 30_000;
const callLimitMs = 3_000;
/** A server that says nothing any more does not end a statement that takes too long. */
const graceMs = 500;

/** Connects to `DATABASE_URL`, or brings the embedded server up; the schema is current when this returns. */
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
  const listening = new Listening(async () => {
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
  // An idle connection that breaks must not end the process: the next query that needs one says what is wrong.
  pool.on('error', () => {});
  // Nor a connection that breaks while it is handed out, before it has an error listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection to a server that may have been killed a moment ago: it is waited for, or started again. */
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

/** @param connect lends a connection, or fails after as long as it may take */
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
      // Whatever state the connection is in, nobody else gets it.
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
        // So PostgreSQL answers when a statement failed before and `work` went on all the same.
        if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
        return { result };
      } catch (error) {
        // A connection without an answer takes no other statement: thrown away, it rolls back as well.
        if (hasNoAnswer(error)) throw error;
        // The connection is whole again, unless this fails: then it is thrown away, too.
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
