import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ClockWatch } from '../clock-watch.ts';
import type { Database } from '../database/database.ts';
import { clockIsFar } from '../kit/node-clocks.ts';
import type { Store } from '../store/store.ts';

/** A node that asked for work within so long is there; it is of use where its clock is near the service's. */
export const nodeSeenMs = 60_000;
/** Who watches over the service waits this long, whatever is wrong. */
const answerMs = 900;
/** What was found to be well is not tried again within so long: anybody may ask. */
const freshMs = 1_000;

/** Something that the service needs; it resolves to false, rejects or does not end where that is away. */
export type HealthCheck = () => Promise<boolean>;

interface Needed {
  database: Pick<Database, 'pool'>;
  store: Pick<Store, 'probe'>;
  hasSpace: HealthCheck;
  clock: ClockWatch;
}

const checksOf = ({ database, store, hasSpace, clock }: Needed): Record<string, HealthCheck> => ({
  // Into the write-ahead log, and waited for: a full disk or a standby reads on.
  database: atMostOften(() =>
    database.pool.query(`select pg_logical_emit_message(true, 'readyz', '')`).then(() => true),
  ),
  store: atMostOften(() => store.probe().then(() => true)),
  space: hasSpace,
  node: () => isNodeThere(database),
  clock: async () => clock.comparison().isRight,
});

/**
 * `/healthz`: the process is alive. `/readyz`: all that a capture needs is there, else 503 and what is not; with how far this
 * server's clock is from others, null where it was not compared.
 */
export function serveHealth(app: FastifyInstance, needed: Needed): void {
  const checks = Object.entries(checksOf(needed));
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const found = await Promise.all(checks.map(async ([name, check]) => [name, await inTime(check)] as const));
    const isReady = found.every(([, isThere]) => isThere);
    const { isRight: _, ...clockOffsets } = needed.clock.comparison();
    return reply.status(isReady ? 200 : 503).send({ ready: isReady, ...Object.fromEntries(found), clockOffsets });
  });
}

async function isNodeThere({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rowCount } = await pool.query(`select from capture_node where seen_at > $1 and not ${clockIsFar} limit 1`, [
    new Date(Date.now() - nodeSeenMs),
  ]);
  return (rowCount ?? 0) > 0;
}

/** One try at a time, shared by all who ask meanwhile. */
function atMostOften(check: HealthCheck): HealthCheck {
  let running: Promise<boolean> | undefined;
  let wellAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - wellAt < freshMs) return Promise.resolve(true);
    running ??= check()
      .then((isThere) => {
        if (isThere) wellAt = performance.now();
        return isThere;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

async function inTime(check: HealthCheck): Promise<boolean> {
  const late = new AbortController();
  const end = sleep(answerMs, false, { signal: late.signal }).catch(() => false);
  try {
    return await Promise.race([check().catch(() => false), end]);
  } finally {
    late.abort();
  }
}
