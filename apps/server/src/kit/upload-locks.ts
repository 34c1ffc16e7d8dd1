import { setTimeout as sleep } from 'node:timers/promises';
import { type Lock, type Locker, MemoryLocker } from '@tus/server';
import type { QueryConfig, QueryResultRow } from 'pg';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from './refusal.ts';

/** One request at a time writes, ends or removes an upload, among all servers. */
export interface UploadLocks extends Locker {
  /** The connection that holds the locks: a statement over it fails once they may be lost. */
  session(): Promise<Client>;
}

interface Session {
  client: Client;
  end: () => void;
}

const waitMs = 20_000;
const askMs = 200;

/**
 * Within this process the newest request wins: it asks the previous one, which may hang on a dead connection, to stop.
 * Between servers advisory locks decide; PostgreSQL releases the locks of a killed server. All of them share one
 * connection, because uploads take long and connections are few.
 */
export function uploadLocks(database: Pick<Database, 'withClient'>): UploadLocks {
  const here = new MemoryLocker({ acquireLockTimeout: waitMs });
  let session: Promise<Session> | undefined;
  let held = 0;

  const open = () =>
    new Promise<Session>((resolve, reject) => {
      const lend = (client: Client) => new Promise<void>((end) => resolve({ client: oneAtATime(client), end }));
      database.withClient(lend).catch(reject);
    });
  const take = async (): Promise<Client> => {
    held++;
    session ??= open();
    return (await session).client;
  };
  const give = () => {
    if (--held > 0) return;
    session?.then(
      ({ end }) => end(),
      () => {},
    );
    session = undefined;
  };

  return {
    async session() {
      if (!session) throw new Error('No upload is locked.');
      return (await session).client;
    },
    newLock(id): Lock {
      const local = here.newLock(id);
      return {
        async lock(signal, requestRelease) {
          await local.lock(signal, requestRelease);
          try {
            await lockAmongServers(await take(), id, signal);
          } catch (error) {
            give();
            await local.unlock();
            throw error;
          }
        },
        async unlock() {
          // A broken connection has released the lock already.
          const unlocked = session?.then(({ client }) => client.query(`select pg_advisory_unlock(${lockKey})`, [id]));
          await unlocked?.catch(() => {});
          give();
          await local.unlock();
        },
      };
    },
  };
}

/** Several uploads share the connection; it takes one statement at a time. */
function oneAtATime(client: Client): Client {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query<Row extends QueryResultRow>(statement: string | QueryConfig, values?: unknown[]) {
      const result = last.then(() => client.query<Row>(statement, values));
      last = result.catch(() => {});
      return result;
    },
  };
}

const lockKey = `hashtextextended('upload:' || $1, 0)`;

/** @throws Refusal TOO_MANY if another server keeps the lock */
async function lockAmongServers(client: Client, id: string, signal: AbortSignal): Promise<void> {
  const sql = `select pg_try_advisory_lock(${lockKey}) as "isLocked"`;
  for (const until = Date.now() + waitMs; Date.now() < until && !signal.aborted; await sleep(askMs)) {
    const { rows } = await client.query<{ isLocked: boolean }>(sql, [id]);
    if (rows[0]?.isLocked) return;
  }
  throw new Refusal('TOO_MANY', { values: { seconds: 5 } });
}

/** Runs `work` while no request can write to the upload. */
export async function withUploadLock<T>(locks: UploadLocks, id: string, work: () => Promise<T>): Promise<T> {
  const lock = locks.newLock(id);
  await lock.lock(new AbortController().signal, () => {});
  try {
    return await work();
  } finally {
    await lock.unlock();
  }
}
