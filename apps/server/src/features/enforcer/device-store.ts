import { type DeviceState, deviceCheckNumber, type EnforcerDevice } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';

export interface DeviceRow {
  id: string;
  accountId: string;
  loginId: string;
  name: string;
  userAgent: string;
  /** Hex. */
  key: string;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer;
  state: DeviceState;
  boundAt: Date | null;
  boundBy: string;
  unboundAt: Date | null;
  seenAt: Date | null;
  recordings: number;
}

const columns = `d.id, d.account_id as "accountId", d.login_id as "loginId", d.name, d.user_agent as "userAgent",
  encode(d.key_id, 'hex') as key, d.public_key as "publicKey", d.state, d.bound_at as "boundAt",
  (select name from login where id = d.person_id) as "boundBy", d.unbound_at as "unboundAt", d.seen_at as "seenAt",
  (select count(*)::int from device_recording r where r.device_id = d.id and r.state <> 'deleted') as recordings`;

/** A binding code with its account, and the device that used it. */
export interface CodeRow {
  code: string;
  accountId: string;
  loginId: string;
  personId: string;
  deviceId: string | null;
  expiresAt: Date;
}

const codeColumns = `code, account_id as "accountId", login_id as "loginId", person_id as "personId",
  device_id as "deviceId", expires_at as "expiresAt"`;

export async function insertCode(db: Client, o: Omit<CodeRow, 'deviceId'>): Promise<void> {
  await db.query(
    'insert into device_code (code, account_id, login_id, person_id, expires_at) values ($1, $2, $3, $4, $5)',
    [o.code, o.accountId, o.loginId, o.personId, o.expiresAt],
  );
}

/** Locks a code that is still valid until the transaction ends. */
export async function lockCode(db: Client, code: string, now: Date): Promise<CodeRow | undefined> {
  const sql = `select ${codeColumns} from device_code where code = $1 and expires_at > $2 for update`;
  return (await db.query<CodeRow & object>(sql, [code, now])).rows[0];
}

export async function setCodeDevice(db: Client, code: string, deviceId: string): Promise<void> {
  await db.query('update device_code set device_id = $2 where code = $1', [code, deviceId]);
}

export async function deleteCode(db: Client, code: string): Promise<void> {
  await db.query('delete from device_code where code = $1', [code]);
}

export async function deleteExpiredDeviceCodes(db: Client, now: Date): Promise<void> {
  await db.query('delete from device_code where expires_at <= $1', [now]);
}

interface NewDevice extends Pick<CodeRow, 'accountId' | 'loginId' | 'personId'> {
  name: string;
  userAgent: string;
  key: string;
  publicKey: Buffer;
  now: Date;
}

/** @returns its id; undefined if the key is known */
export async function insertDevice(db: Client, o: NewDevice): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into device (account_id, login_id, person_id, name, user_agent, key_id, public_key, announced_at)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8) on conflict (key_id) do nothing returning id`,
    [o.accountId, o.loginId, o.personId, o.name, o.userAgent, o.key, o.publicKey, o.now],
  );
  return rows[0]?.id;
}

export async function findDevice(db: Client, id: string): Promise<DeviceRow | undefined> {
  const { rows } = await db.query<DeviceRow & object>(`select ${columns} from device d where d.id = $1`, [id]);
  return rows[0];
}

/** Locks a device until the transaction ends: it can't be unbound meanwhile. */
export async function lockDevice(db: Client, id: string): Promise<DeviceRow | undefined> {
  await db.query('select from device where id = $1 for no key update', [id]);
  return findDevice(db, id);
}

/** How many devices of an account are bound. */
export async function countBound(db: Client, accountId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from device where account_id = $1 and state = 'bound'`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

export async function markSeen(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update device set seen_at = $2 where id = $1', [id, now]);
}

/** Devices that have ever been bound, newest binding first. */
export async function listDevices(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { states, ...page }: Page & { states?: readonly DeviceState[] | undefined },
): Promise<{ rows: DeviceRow[]; total: number }> {
  const conditions = new Conditions()
    .add('d.account_id = $', accountId)
    .add('d.login_id = $', loginId ?? undefined)
    .also('d.bound_at is not null')
    .add('d.state = any($)', states);
  const listing = {
    columns,
    from: 'device d',
    where: `${conditions}`,
    by: 'd.bound_at desc, d.id',
    values: conditions.values,
  };
  return listPage<DeviceRow>(db, listing, page);
}

export const deviceOf = (row: DeviceRow): EnforcerDevice => ({
  id: row.id,
  name: row.name,
  state: row.state,
  key: row.key,
  checkNumber: deviceCheckNumber(row.key),
  userAgent: row.userAgent,
  boundAt: row.boundAt?.toISOString() ?? null,
  boundBy: row.boundBy,
  unboundAt: row.unboundAt?.toISOString() ?? null,
  seenAt: row.seenAt?.toISOString() ?? null,
  recordings: row.recordings,
});
