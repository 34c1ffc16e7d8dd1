import type { FastifyInstance } from 'fastify';
import type { ClockWatch } from '../clock-watch.ts';
import type { Database } from '../database/database.ts';
import { clockIsFar } from '../features/nodes/service.ts';
import type { Store } from '../store/store.ts';

/** A node that asked for work within so long is there; it is of use where its clock is near the service's. */
export const nodeSeenMs = 60_000;

/**
 * `/healthz`: the process is alive. `/readyz`: all that a capture needs is there, else 503 and what is not; with how far this
 * server's clock is from others, null where it was not compared.
 */
export function serveHealth(
  app: FastifyInstance,
  { database, store, clock }: { database: Database; store: Store; clock: ClockWatch },
): void {
  app.get('/healthz', () => ({ alive: true }));
  app.get('/readyz', async (_request, reply) => {
    const isTrue = (asked: Promise<boolean>) => asked.catch(() => false);
    const found = {
      database: await isTrue(database.pool.query('select 1').then(() => true)),
      store: await isTrue(store.list('ready/').then(() => true)),
      node: await isTrue(isNodeThere(database)),
    };
    const { isRight, ...offsets } = clock.comparison();
    const isReady = found.database && found.store && found.node && isRight;
    return reply.status(isReady ? 200 : 503).send({ ready: isReady, ...found, clock: isRight, clockOffsets: offsets });
  });
}

async function isNodeThere({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query(`select from capture_node where seen_at > $1 and not ${clockIsFar} limit 1`, [
    new Date(Date.now() - nodeSeenMs),
  ]);
  return (rowCount ?? 0) > 0;
}
