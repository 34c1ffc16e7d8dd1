import type { DeviceRecordingState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';

/** A row of `device_recording`. */
export interface RecordingRow {
  id: string;
  deviceId: string;
  accountId: string;
  loginId: string;
  /** The number that the device gave it. */
  number: string;
  state: DeviceRecordingState;
  ano: string | null;
  createdAt: Date;
  changedAt: Date;
}

const columns = `r.id, r.device_id as "deviceId", r.account_id as "accountId", r.login_id as "loginId", r.number, r.state,
  r.ano, r.created_at as "createdAt", r.changed_at as "changedAt"`;

/** A row with the facts about its segments that lists show. */
export interface ListedRecording extends RecordingRow {
  deviceName: string;
  startedAt: Date;
  endedAt: Date;
  recordedMs: number;
  segments: number;
  held: number;
  sizeBytes: number;
}

const listedColumns = `${columns}, (select name from device where id = r.device_id) as "deviceName", s.*`;
const summed = `cross join lateral (
  select min(started_at) as "startedAt", max(ended_at) as "endedAt", max(n) as segments, count(stored_at)::int as held,
    coalesce(sum(to_ms - from_ms) filter (where stored_at is not null), 0)::int as "recordedMs",
    coalesce(sum(size_bytes) filter (where stored_at is not null), 0)::float8 as "sizeBytes"
  from device_segment where recording_id = r.id) as s`;

/** Locks the recording with a device's number until the transaction ends; inserts it if missing. */
export async function lockOrInsert(
  db: Client,
  o: { deviceId: string; accountId: string; loginId: string; number: string; now: Date },
): Promise<RecordingRow> {
  await db.query(
    `insert into device_recording (device_id, account_id, login_id, number, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $5) on conflict (device_id, number) do nothing`,
    [o.deviceId, o.accountId, o.loginId, o.number, o.now],
  );
  const row = await findByNumber(db, o.deviceId, o.number, 'for no key update');
  return row as RecordingRow;
}

export async function findByNumber(
  db: Client,
  deviceId: string,
  number: string,
  lock: '' | 'for no key update' = '',
): Promise<RecordingRow | undefined> {
  const sql = `select ${columns} from device_recording r where r.device_id = $1 and r.number = $2 ${lock}`;
  return (await db.query<RecordingRow & object>(sql, [deviceId, number])).rows[0];
}

/** Locks a recording until the transaction ends; undefined if it is outside the scope, or deleted. */
export async function lockRecording(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  id: string,
): Promise<RecordingRow | undefined> {
  const { rows } = await db.query<RecordingRow & object>(
    `select ${columns} from device_recording r
     where r.id = $3 and r.account_id = $1 and ($2::uuid is null or r.login_id = $2) and r.state <> 'deleted' for no key update`,
    [accountId, loginId, id],
  );
  return rows[0];
}

/** Locks the recordings that wait for an order, and returns their ids. */
export async function lockOfOrder(db: Client, orderId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from device_recording where order_id = $1 and state = 'submitted' order by id for no key update`,
    [orderId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks the recordings whose attestation was cancelled, or failed a day ago, with that attestation: its holder can't retry it
 * while the recording is released.
 */
export async function lockReleased(db: Client, now: Date): Promise<{ id: string; failedAno: string | null }[]> {
  const { rows } = await db.query<{ id: string; failedAno: string | null }>(
    `select r.id, case when a.state = 'failed' then a.ano end as "failedAno" from device_recording r join attestation a on a.ano = r.ano
     where r.state = 'submitted'
       and (a.state = 'cancelled' or a.state = 'failed' and a.changed_at <= $1::timestamptz - interval '1 day')
     order by a.ano for no key update of a, r`,
    [now],
  );
  return rows;
}

interface Wanted extends Page {
  states?: readonly DeviceRecordingState[] | undefined;
  deviceId?: string | undefined;
  id?: string;
}

/** Recordings within a scope, newest first, except deleted ones. */
export async function listRecordings(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { states, deviceId, id, ...page }: Wanted,
): Promise<{ rows: ListedRecording[]; total: number }> {
  const conditions = new Conditions()
    .add('r.account_id = $', accountId)
    .add('r.login_id = $', loginId ?? undefined)
    .also(`r.state <> 'deleted'`)
    .add('r.id = $', id)
    .add('r.device_id = $', deviceId)
    .add('r.state = any($)', states);
  const listing = {
    columns: listedColumns,
    from: 'device_recording r',
    joins: summed,
    where: `${conditions}`,
    by: 'r.created_at desc, r.id',
    values: conditions.values,
  };
  return listPage<ListedRecording>(db, listing, page);
}

/** Serializes counting what an account stores; locked before its devices. */
export async function lockAccount(db: Client, accountId: string): Promise<void> {
  await db.query('select from account where id = $1 for no key update', [accountId]);
}

/**
 * Bytes that an account stores without having paid: announced bytes of recordings without a certified attestation, and
 * bytes of deleted recordings until `sweep-devices` has removed them, within 25 hours.
 */
export async function unpaidBytes(db: Client, accountId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select (coalesce(sum(s.size_bytes), 0) + (
         select coalesce(sum(deleted_bytes), 0) from device_recording
         where account_id = $1 and state = 'deleted' and changed_at > $2::timestamptz - interval '25 hours'))::float8 as bytes
     from device_recording r join device_segment s on s.recording_id = r.id
     where r.account_id = $1 and not exists (select from attestation a where a.ano = r.ano and a.state = 'succeeded')`,
    [accountId, now],
  );
  return rows[0]?.bytes ?? 0;
}
