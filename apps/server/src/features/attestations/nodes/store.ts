import { type Artifact, type CaptureReport, type ClockOffset, clockLimitMs, type WorkStep } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lease } from '../../evidence/service.ts';

/** Accounts that wait for a node: first who has the fewest captures under way, then who has waited the longest. */
export async function accountsWaiting(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select w.account_id as id from attestation w where w.state = 'queuing' group by w.account_id
     order by (select count(*) from attestation b
               where b.account_id = w.account_id and b.leased_until is not null and b.state = 'capturing'),
              min(w.created_at)
     limit 20`,
  );
  return rows.map(({ id }) => id);
}

export interface Waiting {
  ano: string;
  url: string;
  job: object;
}

/** The account's oldest that nobody else is taking right now. */
export async function lockOldestOf(db: Client, accountId: string): Promise<Waiting | undefined> {
  const { rows } = await db.query(
    `select ano, url, job from attestation where account_id = $1 and state = 'queuing'
     order by created_at, ano limit 1 for update skip locked`,
    [accountId],
  );
  return rows[0] as Waiting | undefined;
}

/**
 * Gives the attestation to a node, under a fence of its own. Milliseconds are part of it, so that a database that was
 * restored from a backup gives no fence again under which the store has the files of an earlier lease.
 */
export async function grant(db: Client, ano: string, o: { node: string; until: Date }): Promise<string> {
  const { rows } = await db.query<{ fence: string }>(
    `update attestation set
       fence = (extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('lease_fence') % 1000, node = $2, leased_until = $3, told = -1, step = null
     where ano = $1 returning fence`,
    [ano, o.node, o.until],
  );
  return (rows[0] as { fence: string }).fence;
}

export interface Held extends Lease {
  accountId: string | null;
  node: string;
  /** Number of the last event that was told. */
  told: number;
}

const held = `ano, fence, account_id as "accountId", node, told`;
const isHeld = `state = 'capturing' and leased_until is not null`;

/** The lease while it is held, to which nothing happens until the transaction ends; undefined once it is not. */
export async function lockLease(db: Client, { ano, fence }: Lease): Promise<Held | undefined> {
  const { rows } = await db.query(
    `select ${held} from attestation where ano = $1 and fence = $2 and ${isHeld} for update`,
    [ano, fence],
  );
  return rows[0] as Held | undefined;
}

/** One whose time ran out and that nobody else is dealing with. */
export async function lockOverdue(db: Client, now: Date): Promise<Held | undefined> {
  const { rows } = await db.query(
    `select ${held} from attestation where leased_until < $1 and ${isHeld} limit 1 for update skip locked`,
    [now],
  );
  return rows[0] as Held | undefined;
}

export async function renew(db: Client, ano: string, o: { until: Date; told: number }): Promise<void> {
  await db.query('update attestation set leased_until = $2, told = $3 where ano = $1', [ano, o.until, o.told]);
}

export async function enterStep(db: Client, ano: string, step: WorkStep): Promise<void> {
  await db.query('update attestation set step = $2 where ano = $1', [ano, step]);
}

/** Nobody holds it from now on. */
export async function endLease(db: Client, ano: string): Promise<void> {
  await db.query('update attestation set leased_until = null where ano = $1', [ano]);
}

/** How many nodes lost it since it was ordered or retried; one that handed it back did not. */
export async function timesLost(db: Client, ano: string): Promise<number> {
  const { rows } = await db.query<{ times: number }>(
    `select count(*)::int as times from attestation_event
     where ano = $1 and event = 'left' and by = 'service' and id >
       (select coalesce(max(id), 0) from attestation_event where ano = $1 and event = 'retried')`,
    [ano],
  );
  return rows[0]?.times ?? 0;
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

/** All files told under a lease, in the order of their paths; from now on they stand nowhere. */
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

/** A node asked for work: it is there, and its clock is so far off. */
export async function see(db: Client, node: string, o: { at: Date; offset: ClockOffset | null }): Promise<void> {
  await db.query(
    `insert into capture_node (name, seen_at, clock_offset_ms, clock_uncertainty_ms) values ($1, $2, $3, $4)
     on conflict (name) do update set seen_at = excluded.seen_at, clock_offset_ms = excluded.clock_offset_ms,
       clock_uncertainty_ms = excluded.clock_uncertainty_ms`,
    [node, o.at, o.offset?.offsetMs ?? null, o.offset?.uncertaintyMs ?? null],
  );
}

/** Of a row of `capture_node`: its clock is too far from the service's for any work. */
export const clockIsFar = `coalesce(abs(clock_offset_ms) - clock_uncertainty_ms > ${clockLimitMs}, false)`;
