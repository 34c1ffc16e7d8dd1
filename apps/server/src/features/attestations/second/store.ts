import type { NodePlace, SecondRecordFailure, SecondRecordState } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { nodeSeenMs } from '../../../http/health.ts';
import { clockIsFar } from '../../../kit/node-clocks.ts';
import type { Lease } from '../../evidence/service.ts';

/** A row of `second_record`. */
export interface SecondRow {
  ano: string;
  state: SecondRecordState;
  firstPlace: NodePlace | null;
  place: NodePlace | null;
  fence: string | null;
  faults: number;
  giveUpAt: Date | null;
  why: SecondRecordFailure | null;
}

const columns = `s.ano, s.state, s.first_place as "firstPlace", s.place, s.fence, s.faults, s.give_up_at as "giveUpAt", s.why`;

/** Requests a second record of each attestation, in the transaction that submits them. */
export async function insertSeconds(db: Client, anos: readonly string[]): Promise<void> {
  if (anos.length > 0) await db.query('insert into second_record (ano) select unnest($1::text[])', [anos]);
}

export async function findSecond(db: Client, ano: string): Promise<SecondRow | undefined> {
  const { rows } = await db.query<SecondRow & object>(`select ${columns} from second_record s where s.ano = $1`, [ano]);
  return rows[0];
}

/** Places of nodes that asked for work recently and whose clock is accurate, by name. */
export async function listPlaces(db: Client, now: Date): Promise<NodePlace[]> {
  const { rows } = await db.query<{ place: NodePlace }>(
    `select distinct place from capture_node where place is not null and seen_at > $1 and not ${clockIsFar} order by place`,
    [new Date(now.getTime() - nodeSeenMs)],
  );
  return rows.map(({ place }) => place);
}

/** Sets the time from which nodes in other places may take the second record. */
export async function openSecond(
  db: Client,
  ano: string,
  { place, giveUpAt }: { place: NodePlace; giveUpAt: Date },
): Promise<void> {
  const sql = 'update second_record set first_place = $2, give_up_at = $3 where ano = $1';
  await db.query(sql, [ano, JSON.stringify(place), giveUpAt]);
}

/** Column values of a second record that starts over. */
export const restartedColumns = {
  fence: null,
  node: null,
  place: null,
  leased_until: null,
  last_event: -1,
  faults: 0,
  resume_at: null,
  why: null,
};

export interface DueSecond {
  ano: string;
  url: string;
  job: Record<string, unknown>;
}

/**
 * Locks the most urgent second record that a node in this place may take, and its attestation; skips rows locked by
 * another transaction.
 */
export async function lockDueSecond(db: Client, o: { place: NodePlace; now: Date }): Promise<DueSecond | undefined> {
  const { rows } = await db.query<DueSecond & object>(
    `select a.ano, a.url, a.job from second_record s join attestation a on a.ano = s.ano
     where s.state = 'waiting' and a.state = 'capturing' and s.first_place <> $1::jsonb and s.give_up_at > $2
       and (s.resume_at is null or s.resume_at <= $2)
     order by s.give_up_at, s.ano limit 1 for update of a, s skip locked`,
    [JSON.stringify(o.place), o.now],
  );
  return rows[0];
}

/** A number of the sequence of all leases; see `grantLease` in ../store.ts. */
export async function nextFence(db: Client): Promise<string> {
  const { rows } = await db.query<{ fence: string }>(
    `select ((extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('lease_fence') % 1000)::text as fence`,
  );
  return (rows[0] as { fence: string }).fence;
}

/** The lease of a second record that has not ended. */
export interface SecondLease extends Lease {
  node: string;
  attempt: number;
  faults: number;
  giveUpAt: Date;
  lastEvent: number;
  /** The lease of the first record. */
  firstFence: string;
}

const leaseColumns = `s.ano, s.fence, s.node, s.faults, s.give_up_at as "giveUpAt", s.last_event as "lastEvent", a.attempt,
  a.fence as "firstFence"`;
const isLeased = `s.state = 'capturing' and a.state = 'capturing'`;

/** Locks the attestation and the second record of a lease until the transaction ends; undefined if the lease has ended. */
export async function lockSecondLease(db: Client, { ano, fence }: Lease): Promise<SecondLease | undefined> {
  const { rows } = await db.query<SecondLease & object>(
    `select ${leaseColumns} from second_record s join attestation a on a.ano = s.ano
     where s.ano = $1 and s.fence = $2 and ${isLeased} for update of a, s`,
    [ano, fence],
  );
  return rows[0];
}

/** Locks an expired lease of a second record; skips rows locked by another transaction. */
export async function lockOverdueSecond(db: Client, now: Date): Promise<SecondLease | undefined> {
  const { rows } = await db.query<SecondLease & object>(
    `select ${leaseColumns} from second_record s join attestation a on a.ano = s.ano
     where s.leased_until < $1 and ${isLeased} limit 1 for update of a, s skip locked`,
    [now],
  );
  return rows[0];
}

/** Locks a second record that no node in another place took in time. */
export async function lockUntakenSecond(
  db: Client,
  now: Date,
): Promise<{ ano: string; faults: number; firstFence: string } | undefined> {
  const { rows } = await db.query<{ ano: string; faults: number; firstFence: string }>(
    `select s.ano, s.faults, a.fence as "firstFence" from second_record s join attestation a on a.ano = s.ano
     where s.state = 'waiting' and a.state = 'capturing' and s.give_up_at <= $1 limit 1 for update of a, s skip locked`,
    [now],
  );
  return rows[0];
}

export async function renewSecondLease(db: Client, ano: string, o: { until: Date; lastEvent: number }): Promise<void> {
  const sql = 'update second_record set leased_until = $2, last_event = $3 where ano = $1';
  await db.query(sql, [ano, o.until, o.lastEvent]);
}

/** Whether the first record of an attestation was delivered under its current lease. */
export async function isFirstDelivered(db: Client, ano: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from attestation a join delivery d on d.fence = a.fence
     where a.ano = $1 and a.state = 'capturing' and a.leased_until is null`,
    [ano],
  );
  return (rowCount ?? 0) > 0;
}
