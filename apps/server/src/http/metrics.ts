import { createHash, timingSafeEqual } from 'node:crypto';
import { attestationStateTable, type Call, calls } from '@proofkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ClockWatch } from '../clock-watch.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { attestationNumbers, openNumbers } from './metrics-numbers.ts';

export interface MetricsOptions {
  database: Database;
  clock: () => Date;
  clockWatch: ClockWatch;
  token: string;
  mostTextCodesAnHour: number;
}

const openNumbersMs = 10_000;
/** Counting all attestations gets slower as they grow, so it is done once a minute. */
const attestationsMs = 60_000;

/**
 * Serves `/metrics` in the Prometheus text format to requests with the token. Call it before registering the routes to
 * be measured.
 */
export function serveMetrics(app: FastifyInstance, o: MetricsOptions): void {
  const { database, clock, clockWatch, token, mostTextCodesAnHour } = o;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureCalls(app, registry);
  measurePool(registry, database);
  measureClock(registry, clockWatch);
  new Gauge({
    name: 'proofkeep_text_codes_limit',
    help: 'Hourly limit of codes by text message to unknown browsers (TEXT_CODES_PER_HOUR)',
    registers: [registry],
  }).set(mostTextCodesAnHour);
  const measureOpen = openGauges(registry, database, clock);
  const measureAttestations = attestationGauge(registry, database);
  app.get('/metrics', async ({ headers }, reply) => {
    if (!isToken(headers.authorization, token)) throw new Refusal('SESSION_INVALID');
    await Promise.all([measureOpen(), measureAttestations()]);
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** Compares digests in constant time. */
function isToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(sha256(given), sha256(token));
}

/** Names of the calls by method and route. Other routes share one name, so that clients can't create new label values. */
const nameOfRoute = new Map(
  Object.entries(calls).flatMap(([feature, records]) =>
    Object.entries(records as Record<string, Call>).map(([name, { method, path }]) => [
      `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      `${feature}.${name}`,
    ]),
  ),
);
const callOf = ({ method, routeOptions }: FastifyRequest): string =>
  nameOfRoute.get(`${method} ${routeOptions.url ?? ''}`) ?? 'other';

function measureCalls(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'proofkeep_call_duration_seconds',
    help: 'Duration of answered calls by name and HTTP status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe({ call: callOf(request), status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

function measurePool(registry: Registry, database: Database): void {
  const connections = new Gauge({
    name: 'proofkeep_database_connections',
    help: 'Connections of the pool by state, and requests waiting for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count);
    },
  });
  registry.registerMetric(connections);
}

function measureClock(registry: Registry, watch: ClockWatch): void {
  const offset = new Gauge({
    name: 'proofkeep_clock_offset_seconds',
    help: 'Offset of this server’s clock from outside time servers and from the database; absent: not compared',
    labelNames: ['reference'],
    registers: [],
    collect() {
      this.reset();
      const { outside, database } = watch.comparison();
      for (const [reference, found] of Object.entries({ outside, database }))
        if (found) this.set({ reference }, found.offsetMs / 1000);
    },
  });
  registry.registerMetric(offset);
  const one = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `proofkeep_clock_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  one('sources', 'Outside time servers that agree; 0: not compared', () => watch.comparison().outside?.sources ?? 0);
  one('right', '0: this server issues no timestamps because its clock is more than 1 s off', () =>
    Number(watch.comparison().isRight),
  );
}

/** @returns updates the gauges from the database, at most once in `openNumbersMs` */
function openGauges(registry: Registry, { pool }: Database, clock: () => Date): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `proofkeep_${name}`, help, labelNames, registers: [registry] });
  const oldest = gauge(
    'oldest_waiting_capture_seconds',
    'Seconds the oldest queued capture has waited for a node; 0: queue empty',
  );
  const underWay = gauge('captures_under_way', 'Captures under way');
  const nodes = gauge('capture_nodes', 'Capture nodes that asked for work within a minute');
  const farClocks = gauge(
    'capture_nodes_with_far_clock',
    'Capture nodes that get no work because their clock is more than 2 s off',
  );
  const size = gauge('log_size', 'Entries of the log');
  const checkpoint = gauge('log_checkpoint_timestamp_seconds', 'Time of the newest checkpoint');
  const jobs = gauge('jobs', 'Jobs by name and state', ['name', 'state']);
  const codes = gauge('text_codes_this_hour', 'Codes by text message in the current counting hour');
  const faults = new Counter({
    name: 'proofkeep_capture_faults_total',
    help: 'Attempts at a capture that failed through a fault of the platform, by code and node, also if a later one succeeded',
    labelNames: ['code', 'node'],
    registers: [registry],
  });
  const texts = gauge('text_messages', 'Text messages waiting or refused, by reason', ['state', 'refusal']);
  return atMostEvery(openNumbersMs, async () => {
    const numbers = await openNumbers(pool, clock());
    oldest.set(numbers.oldestWaitingSeconds);
    underWay.set(numbers.capturesUnderWay);
    nodes.set(numbers.nodes);
    farClocks.set(numbers.nodesWithFarClock);
    size.set(numbers.logSize);
    if (numbers.lastCheckpointSeconds !== null) checkpoint.set(numbers.lastCheckpointSeconds);
    for (const { name, state, count } of numbers.jobs) jobs.set({ name, state }, count);
    codes.set(numbers.textCodes);
    faults.reset();
    for (const { code, node, count } of numbers.faults) faults.inc({ code, node }, count);
    texts.reset();
    for (const { state, refusal, count } of numbers.texts) texts.set({ state, refusal }, count);
  });
}

function attestationGauge(registry: Registry, { pool }: Database): () => Promise<void> {
  const gauge = new Gauge({
    name: 'proofkeep_attestations',
    help: 'Attestations by state',
    labelNames: ['state'],
    registers: [registry],
  });
  return atMostEvery(attestationsMs, async () => {
    for (const state of attestationStateTable.states) gauge.set({ state }, 0);
    for (const { state, count } of await attestationNumbers(pool)) gauge.set({ state }, count);
  });
}

/** Requests in between get the last result; a failed read is retried. */
function atMostEvery(ms: number, read: () => Promise<void>): () => Promise<void> {
  let last: { at: number; done: Promise<void> } | undefined;
  return () => {
    if (last && performance.now() - last.at < ms) return last.done;
    const asked = { at: performance.now(), done: read() };
    last = asked;
    asked.done.catch(() => {
      if (last === asked) last = undefined;
    });
    return asked.done;
  };
}
