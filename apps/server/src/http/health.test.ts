import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { watchClock } from '../clock-watch.ts';
import { useService } from '../testing/service.ts';
import { serveHealth } from './health.ts';

const service = useService();
const get = async (url: string) => {
  const response = await service.app.inject({ url });
  return { status: response.statusCode, body: response.json() };
};

const number = expect.any(Number);
const offsets = { outside: null, database: { offsetMs: number, uncertaintyMs: number } };

describe('health checks', () => {
  it('report alive, and ready only after a capture node with the right time has asked for work', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, body: { alive: true } });
    expect(await get('/readyz')).toEqual({
      status: 503,
      body: { ready: false, database: true, store: true, space: true, node: false, clock: true, clockOffsets: offsets },
    });

    const headers = { authorization: `Bearer ${'x'.repeat(32)}` };
    const ask = (offsetMs: number) => {
      const sentAt = new Date(service.now.getTime() + offsetMs).toISOString();
      const payload = { node: 'one', waitMs: 0, clock: { sentAt, offset: { offsetMs, uncertaintyMs: 5 } } };
      return service.app.inject({ method: 'POST', url: '/node/lease', headers, payload });
    };
    await ask(5_000);
    expect((await get('/readyz')).body).toMatchObject({ ready: false, node: false });

    await ask(0);

    expect(await get('/readyz')).toEqual({
      status: 200,
      body: { ready: true, database: true, store: true, space: true, node: true, clock: true, clockOffsets: offsets },
    });
  });
});

describe('a database that answers reads but accepts no writes', () => {
  it('counts as unavailable', async () => {
    const app = Fastify();
    const pool = { query: async (text: string) => (/^select (?!pg_logical_emit_message)/.test(text) ? row : refuse()) };
    const row = { rows: [{}], rowCount: 1 };
    const refuse = () => Promise.reject(new Error('recovery is in progress'));
    const clock = { comparison: () => ({ outside: null, database: null, isRight: true }) };
    const isFine = async () => true;
    serveHealth(app, { database: { pool }, store: { probe: isFine }, hasSpace: isFine, clock } as never);

    const ready = await app.inject('/readyz');

    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ ready: false, database: false, store: true, node: true });
    await app.close();
  });
});

describe('a server with a wrong clock', () => {
  const behind = useService({
    clockWatch: (database) => watchClock({ servers: [], db: database.pool, clock: () => Date.now() - 5_000 }),
    app: { metricsToken: 'x'.repeat(32) },
  });

  it('is not ready, and the metrics show the offset', async () => {
    const ready = await behind.app.inject('/readyz');
    const metrics = await behind.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${'x'.repeat(32)}` },
    });

    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toMatchObject({ ready: false, clock: false, clockOffsets: { outside: null } });
    expect(ready.json().clockOffsets.database.offsetMs).toBeLessThan(-4_000);
    expect(metrics.body).toContain('proofkeep_clock_right 0');
    expect(metrics.body).toContain('proofkeep_clock_sources 0');
    expect(metrics.body).toMatch(/proofkeep_clock_offset_seconds\{reference="database"\} -[45]/);
    expect(metrics.body).not.toContain('reference="outside"');
  });
});
