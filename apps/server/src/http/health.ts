import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ClockWatch } from '../clock-watch.ts';
import type { Database } from '../database/database.ts';
import { clockIsFar } from '../kit/node-clocks.ts';
import type { Store } from '../store/store.ts';

/** A node counts as online if it asked for work this recently; it is usable if its clock agrees with the service's. */
export const nodeSeenMs = 60_000;
/** Time limit of the whole response, whichever checks fail or hang. */
const answerMs = 900;
/** A passed check is not repeated for this long, because anyone may call `/readyz`. */
const freshMs = 1_000;

/** Checks a dependency. Unavailable if it resolves to false, rejects or doesn't end in time. */
export type HealthCheck = () => Promise<boolean>;

interface HealthDeps {
  database: Pick<Database, 'pool'>;
  store: Pick<Store, 'probe'>;
  hasSpace: HealthCheck;
  clock: ClockWatch;
}

const checksOf = ({ database, store, hasSpace, clock }: HealthDeps): Record<string, HealthCheck> => ({
  // Writes to the WAL and waits: a full disk or a standby would still answer reads.
  database: atMostOften(() =>
    database.pool.query(`select pg_logical_emit_message(true, 'readyz', '')`).then(() => true),
  ),
  store: atMostOften(() => store.probe().then(() => true)),
  space: hasSpace,
  node: () => isNodeThere(database),
  clock: async () => clock.comparison().isRight,
});

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (everything a capture needs is available, else 503 and the
 * failed checks). `/readyz` includes this server's clock offset; null if it was not compared.
 */
export function serveHealth(app: FastifyInstance, needed: HealthDeps): void {
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

/** Runs one check at a time and shares its result among concurrent requests. */
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
