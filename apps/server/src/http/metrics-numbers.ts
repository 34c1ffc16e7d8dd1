import type { Client } from '../database/client.ts';
import { clockIsFar } from '../kit/node-clocks.ts';
import { nodeSeenMs } from './health.ts';

/** Current backlog, work in progress and recent failures. Cheap to read: small sets, found by indexes. */
export interface OpenNumbers {
  oldestWaitingSeconds: number;
  capturesUnderWay: number;
  nodes: number;
  /** Online nodes that get no work because their clock is off. */
  nodesWithFarClock: number;
  logSize: number;
  /** Unix time; null before the first checkpoint. */
  lastCheckpointSeconds: number | null;
  /** In the current counting hour. */
  textCodes: number;
  jobs: { name: string; state: string; count: number }[];
  texts: { state: string; refusal: string; count: number }[];
  /** Total attempts that failed because of the platform. */
  faults: { code: string; node: string; count: number }[];
}

export async function openNumbers(db: Client, now: Date): Promise<OpenNumbers> {
  const { rows } = await db.query(
    `select
       coalesce((select extract(epoch from $1 - min(coalesce(resume_at, changed_at))) from attestation
         where state = 'queuing' and (resume_at is null or resume_at <= $1)), 0)::float8 as "oldestWaitingSeconds",
       (select count(*)::int from attestation where state = 'capturing' and leased_until is not null)
         as "capturesUnderWay",
       (select count(*)::int from capture_node where seen_at > $2) as nodes,
       (select count(*)::int from capture_node where seen_at > $2 and ${clockIsFar}) as "nodesWithFarClock",
       (select size::float8 from log_head) as "logSize",
       (select extract(epoch from created_at)::float8 from log_checkpoint order by size desc limit 1)
         as "lastCheckpointSeconds",
       coalesce((select sent from text_code_count where name = 'all' and since > $1::timestamptz - interval '1 hour'), 0)
         as "textCodes"`,
    [now, new Date(now.getTime() - nodeSeenMs)],
  );
  const numbers = rows[0] as unknown as Omit<OpenNumbers, 'jobs' | 'texts' | 'faults'>;
  return { ...numbers, jobs: await jobNumbers(db), texts: await textNumbers(db), faults: await faultNumbers(db) };
}

async function faultNumbers(db: Client): Promise<OpenNumbers['faults']> {
  const { rows } = await db.query<{ code: string; node: string; count: number }>(
    'select code, node, count(*)::int as count from capture_fault group by code, node',
  );
  return rows;
}

/** Counts as pg-boss maintains them every few seconds (`monitorIntervalSeconds`). */
async function jobNumbers(db: Client): Promise<OpenNumbers['jobs']> {
  const { rows } = await db.query<{ name: string; state: string; count: number }>(
    `select q.name, counted.state, counted.count from job.queue q
     cross join lateral (values ('deferred', deferred_count), ('queued', queued_count), ('active', active_count),
       ('failed', failed_count)) as counted (state, count)
     where q.name not like '\\_\\_pgboss%'`,
  );
  return rows;
}

async function textNumbers(db: Client): Promise<OpenNumbers['texts']> {
  const { rows } = await db.query<{ state: string; refusal: string; count: number }>(
    `select state, '' as refusal, count(*)::int as count from text_message where state = 'waiting' group by state
     union all
     select state, refusal, count(*)::int from text_message where state = 'refused' group by state, refusal`,
  );
  return rows;
}

/** Scans all attestations, so call it rarely. */
export async function attestationNumbers(db: Client): Promise<{ state: string; count: number }[]> {
  const { rows } = await db.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from attestation group by state',
  );
  return rows;
}
