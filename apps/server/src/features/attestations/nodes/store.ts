import type {
  Artifact,
  CaptureFailure,
  CaptureReport,
  ClockOffset,
  NodeCapacity,
  NodePlace,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { nodeSeenMs } from '../../../http/health.ts';
import { clockIsFar } from '../../../kit/node-clocks.ts';
import type { Lease } from '../../evidence/service.ts';

/** The node that asks for work, and when. */
export interface Asking {
  node: string;
  /** The captures for which it has capacity. */
  kind: 'page' | 'live';
  place: NodePlace | null;
  now: Date;
}

/** A node that failed at a capture gets it back only if no other node leased it within this time. */
const otherNodeMs = 60_000;

/**
 * A queued capture that is due for the node `$1` at `$2`. `$3`: how long ago a node must have asked to count as
 * present; `$4`: the capture is due for any node; `$5`: it is a live session; `$6`: the node has a place. A node without one
 * takes a page with a second record only while no node with a place is present.
 */
const isDue = `state = 'queuing' and kind in ('page', 'ecommerce', 'live') and (kind = 'live') = $5 and (resume_at is null or resume_at <= $2)
  and (avoid_node is distinct from $1 or resume_at <= $4 or not exists
    (select from capture_node n where n.name <> $1 and n.seen_at > $3 and not ${clockIsFar}))
  and ($6 or not exists (select from second_record s where s.ano = w.ano) or not exists
    (select from capture_node n where n.place is not null and n.seen_at > $3 and not ${clockIsFar}))`;
const dueValues = ({ node, kind, place, now }: Asking) => [
  node,
  now,
  new Date(now.getTime() - nodeSeenMs),
  new Date(now.getTime() - otherNodeMs),
  kind === 'live',
  place !== null,
];

/** Accounts with captures due for a node: fewest running captures first, then longest wait. */
export async function findQueuedAccounts(db: Client, asking: Asking): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select w.account_id as id from attestation w where ${isDue} group by w.account_id
     order by (select count(*) from attestation b
               where b.account_id = w.account_id and b.leased_until is not null and b.state = 'capturing'),
              min(w.created_at)
     limit 20`,
    dueValues(asking),
  );
  return rows.map(({ id }) => id);
}

export interface QueuedCapture {
  ano: string;
  url: string;
  job: Record<string, unknown>;
}

/** Locks the account's oldest capture due for a node; skips captures locked by another transaction. */
export async function lockOldestQueued(
  db: Client,
  accountId: string,
  asking: Asking,
): Promise<QueuedCapture | undefined> {
  const { rows } = await db.query(
    `select ano, url, job from attestation w where account_id = $7 and ${isDue}
     order by created_at, ano limit 1 for update skip locked`,
    [...dueValues(asking), accountId],
  );
  return rows[0] as QueuedCapture | undefined;
}

/** A lease that has not ended. */
export interface LeaseRow extends Lease {
  accountId: string | null;
  loginId: string | null;
  node: string;
  attempt: number;
  /** Earlier attempts that failed because of the platform. */
  faults: number;
  /** Number of the last event of the node that was recorded. */
  lastEvent: number;
}

const leaseColumns = `ano, fence, account_id as "accountId", login_id as "loginId", node, attempt, faults,
  last_event as "lastEvent"`;
const isLeased = `state = 'capturing' and leased_until is not null`;

/** Locks the row of a lease until the transaction ends; undefined if the lease has ended. */
export async function lockLease(db: Client, { ano, fence }: Lease): Promise<LeaseRow | undefined> {
  const { rows } = await db.query(
    `select ${leaseColumns} from attestation where ano = $1 and fence = $2 and ${isLeased} for update`,
    [ano, fence],
  );
  return rows[0] as LeaseRow | undefined;
}

/** Locks an expired lease; skips leases locked by another transaction. */
export async function lockOverdueLease(db: Client, now: Date): Promise<LeaseRow | undefined> {
  const { rows } = await db.query(
    `select ${leaseColumns} from attestation where leased_until < $1 and ${isLeased} limit 1 for update skip locked`,
    [now],
  );
  return rows[0] as LeaseRow | undefined;
}

export async function insertFile(db: Client, fence: string, artifact: Artifact): Promise<void> {
  await db.query('insert into leased_file (fence, path, artifact) values ($1, $2, $3) on conflict do nothing', [
    fence,
    artifact.path,
    JSON.stringify(artifact),
  ]);
}

export async function findFile(db: Client, { fence }: Lease, path: string): Promise<Artifact | undefined> {
  const sql = 'select artifact from leased_file where fence = $1 and path = $2';
  return (await db.query<{ artifact: Artifact }>(sql, [fence, path])).rows[0]?.artifact;
}

export async function markStored(db: Client, { fence }: Lease, path: string): Promise<void> {
  await db.query('update leased_file set is_stored = true where fence = $1 and path = $2', [fence, path]);
}

/** The files announced under the lease. */
export async function listFiles(db: Client, { fence }: Lease): Promise<Artifact[]> {
  const sql = 'select artifact from leased_file where fence = $1 order by path collate "C"';
  return (await db.query<{ artifact: Artifact }>(sql, [fence])).rows.map(({ artifact }) => artifact);
}

/** Clock offset of the node that has or had the lease of an attestation, when it last asked for work. */
export async function findNodeClock(db: Client, ano: string): Promise<ClockOffset | null> {
  const { rows } = await db.query<{ offsetMs: number | null; uncertaintyMs: number | null }>(
    `select n.clock_offset_ms::float8 as "offsetMs", n.clock_uncertainty_ms::float8 as "uncertaintyMs"
     from attestation a join capture_node n on n.name = a.node where a.ano = $1`,
    [ano],
  );
  const { offsetMs = null, uncertaintyMs = null } = rows[0] ?? {};
  return offsetMs === null || uncertaintyMs === null ? null : { offsetMs, uncertaintyMs };
}

/** Deletes and returns the files announced under the lease, sorted by path. */
export async function takeFiles(db: Client, { fence }: Lease): Promise<{ artifact: Artifact; isStored: boolean }[]> {
  const { rows } = await db.query<{ artifact: Artifact; isStored: boolean }>(
    `with taken as (delete from leased_file where fence = $1 returning path, artifact, is_stored)
     select artifact, is_stored as "isStored" from taken order by path collate "C"`,
    [fence],
  );
  return rows;
}

export interface Delivery {
  report: CaptureReport;
  artifacts: Artifact[];
  /** The node's clock minus the service's. */
  clock: ClockOffset | null;
}

export async function insertDelivery(db: Client, { ano, fence }: Lease, delivery: Delivery, at: Date): Promise<void> {
  const sql = `insert into delivery (fence, ano, report, artifacts, clock, delivered_at) values ($1, $2, $3, $4, $5, $6)`;
  const { report, artifacts, clock } = delivery;
  await db.query(sql, [
    fence,
    ano,
    JSON.stringify(report),
    JSON.stringify(artifacts),
    clock && JSON.stringify(clock),
    at,
  ]);
}

export async function findDelivery(db: Client, fence: string): Promise<Delivery | undefined> {
  const { rows } = await db.query('select report, artifacts, clock from delivery where fence = $1', [fence]);
  return rows[0] as Delivery | undefined;
}

/** Records that a node asked for work, where it is, how much it carries, and how far its clock is off. */
export async function recordNode(
  db: Client,
  node: string,
  o: { at: Date; offset: ClockOffset | null; place: NodePlace | null; capacity: NodeCapacity | null },
): Promise<void> {
  await db.query(
    `insert into capture_node (name, seen_at, clock_offset_ms, clock_uncertainty_ms, place, captures, sessions)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (name) do update set seen_at = excluded.seen_at, clock_offset_ms = excluded.clock_offset_ms,
       clock_uncertainty_ms = excluded.clock_uncertainty_ms, place = excluded.place, captures = excluded.captures,
       sessions = excluded.sessions`,
    [
      node,
      o.at,
      o.offset?.offsetMs ?? null,
      o.offset?.uncertaintyMs ?? null,
      o.place && JSON.stringify(o.place),
      o.capacity?.captures ?? null,
      o.capacity?.sessions ?? null,
    ],
  );
}

/** An attempt that failed because of the platform. */
export interface Fault {
  ano: string;
  attempt: number;
  node: string;
  code: CaptureFailure;
  traceId: string | undefined;
}

/** Records a fault for the operator, whatever the outcome of later attempts. */
export async function insertFault(db: Client, { ano, attempt, node, code, traceId }: Fault, at: Date): Promise<void> {
  await db.query('insert into capture_fault (at, ano, attempt, node, code, trace_id) values ($1, $2, $3, $4, $5, $6)', [
    at,
    ano,
    attempt,
    node,
    code,
    traceId ?? null,
  ]);
}
