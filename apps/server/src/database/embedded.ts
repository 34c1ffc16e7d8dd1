import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { admitOwnUserOnly } from './access.ts';
import { type Cluster, lastWords, openCluster, role, type ServerProcess, startServer, sweepDrafts } from './cluster.ts';
import { clearStaleLocks, killServer, statusOf, stopServer } from './stale-server.ts';

/** Limit for a start, including crash recovery and a predecessor's shutdown. */
const startLimitMs = 30_000;
/** A server that keeps its socket open without answering for this long is killed. */
const silenceLimitMs = 5000;
const answerLimitMs = 2000;
/** Interval for reading the server's status file: cheap, while connecting costs a server process. */
const lookMs = 15;

export interface Embedded {
  connection: { host: string; port: number; user: string; database: string };
  /** Resolves when the server runs and no other process will stop it; restarts it if it was killed. */
  ready(): Promise<void>;
  /** Releases the server; the last process to release it stops it. */
  leave(): Promise<void>;
}

/**
 * Opens the embedded PostgreSQL of a data folder, on a Unix socket for its own user only. Several processes may use it
 * at once; the first one starts it. Each holds a shared advisory lock on its own connection, called its lease here. A
 * process that leaves and gets the lock exclusively is the last one and stops the server. A lease ends with its
 * process, so a killed process leaves at most a running server, which the next one uses.
 * @param settings of the server, the same for all processes: the one that starts it applies them
 */
export async function openEmbedded(dataDir: string, settings: readonly string[] = []): Promise<Embedded> {
  const cluster = await openCluster(dataDir);
  let lease: Promise<pg.Client> | undefined;
  const hold = (): Promise<pg.Client> => {
    const lose = () => {
      lease = undefined;
    };
    lease ??= takeLease(cluster, settings).then(
      (client) => client.on('end', lose),
      (error) => {
        lose();
        throw error;
      },
    );
    return lease;
  };
  await hold();
  await sweepDrafts(cluster);
  return {
    connection: connectionTo(cluster),
    ready: async () => {
      await hold();
    },
    leave: async () => {
      const held = await lease;
      if (held) await giveUp(cluster, held);
    },
  };
}

const connectionTo = (cluster: Cluster): Embedded['connection'] => ({
  host: cluster.socketFolder,
  port: 5432,
  user: role,
  database: 'postgres',
});

async function takeLease(cluster: Cluster, settings: readonly string[]): Promise<pg.Client> {
  const deadline = Date.now() + startLimitMs;
  let answeredAt = Date.now();
  let server: ServerProcess | undefined;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 300)) {
    const status = await statusOf(cluster);
    const answer = await askForLease(cluster);
    if (typeof answer === 'object') return answer;
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${await lastWords(cluster)}`);
    if (answer !== 'silent') answeredAt = Date.now();
    else if (Date.now() - answeredAt > silenceLimitMs) await killServer(cluster);
    // Only one server can hold the folder: a second one exits at once with the reason in its log, and this loop
    // retries.
    if (answer === 'absent' && (!server || server.hasExited)) {
      await clearStaleLocks(cluster);
      await admitOwnUserOnly(cluster);
      server = startServer(cluster, settings);
    }
    await untilStatusChanges(cluster, status, pauseMs);
  }
}

/** Waits until the pause is over or the server's status changes. */
async function untilStatusChanges(cluster: Cluster, status: string, pauseMs: number): Promise<void> {
  const until = Date.now() + pauseMs;
  do await sleep(lookMs);
  while (Date.now() < until && (await statusOf(cluster)) === status);
}

const users = `hashtextextended('users of the embedded server', 0)`;

/** `busy`: starting up or shutting down; `silent`: the socket is open but nothing answers. */
async function askForLease(cluster: Cluster): Promise<pg.Client | 'absent' | 'busy' | 'silent'> {
  const client = new pg.Client({
    ...connectionTo(cluster),
    application_name: 'proofkeep lease',
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select pg_try_advisory_lock_shared(${users}) as granted`);
    if (rows[0].granted) return client;
    client.end().catch(() => {});
    return 'busy';
  } catch (error) {
    client.end().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
    return /timeout/i.test(message) ? 'silent' : 'busy';
  }
}

/** While the last process holds the exclusive lock, no other can take a lease: it waits until the server is down. */
async function giveUp(cluster: Cluster, lease: pg.Client): Promise<void> {
  try {
    await lease.query(`select pg_advisory_unlock_shared(${users})`);
    const { rows } = await lease.query(`select pg_try_advisory_lock(${users}) as "isLast"`);
    if (rows[0].isLast) await stopServer(cluster);
  } catch {
    // The server is gone or broken; the next start deals with it.
  } finally {
    await lease.end().catch(() => {});
  }
}
