import type { Language, StaffMember, StaffRole } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

/** A staff member of the console. Only this file writes the table `staff`. */
export interface StaffRow {
  id: string;
  role: StaffRole;
  userName: string;
  name: string;
  passwordHash: string;
  language: Language;
  disabledAt: Date | null;
  /** When a password issued by an operator expires; null for a chosen password. */
  oneTimeUntil: Date | null;
  /** The authenticator's secret, encrypted; null until one is set up. */
  totpEncrypted: Buffer | null;
  /** PostgreSQL's bigint arrives as text. */
  totpStep: string;
}

const columns = `id, role, user_name as "userName", name, password_hash as "passwordHash", language,
  disabled_at as "disabledAt", one_time_until as "oneTimeUntil", totp_encrypted as "totpEncrypted", totp_step as "totpStep"`;

type StaffKey = { id: string } | { userName: string };

export const findStaff = (db: Client, by: StaffKey): Promise<StaffRow | undefined> => selectStaff(db, by, '');

/** Locks the row until the transaction ends. */
export const lockStaff = (db: Client, id: string): Promise<StaffRow | undefined> =>
  selectStaff(db, { id }, 'for update');

async function selectStaff(db: Client, by: StaffKey, lock: '' | 'for update'): Promise<StaffRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['user_name', by.userName];
  const { rows } = await db.query(`select ${columns} from staff where ${column} = $1 ${lock}`, [value]);
  return rows[0] as StaffRow | undefined;
}

interface ListedRow {
  staffId: string;
  userName: string;
  name: string;
  role: StaffRole;
  createdAt: Date;
  disabledAt: Date | null;
  seenAt: Date | null;
  hasSecondFactor: boolean;
  oneTimeUntil: Date | null;
}

export async function listStaff(db: Client): Promise<StaffMember[]> {
  const { rows } = await db.query(
    `select id as "staffId", user_name as "userName", name, role, created_at as "createdAt", disabled_at as "disabledAt",
       seen_at as "seenAt", totp_encrypted is not null as "hasSecondFactor", one_time_until as "oneTimeUntil"
     from staff order by disabled_at is not null, role desc, user_name`,
  );
  return (rows as unknown as ListedRow[]).map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
    seenAt: row.seenAt?.toISOString() ?? null,
    oneTimeUntil: row.oneTimeUntil?.toISOString() ?? null,
  }));
}

export interface NewStaff {
  userName: string;
  name: string;
  role: StaffRole;
  language: Language;
  passwordHash: string;
  /** Null if the password needn't be changed. */
  oneTimeUntil: Date | null;
}

/** @returns undefined if the user name is taken */
export async function insertStaff(db: Client, o: NewStaff): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into staff (user_name, name, role, language, password_hash, one_time_until) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_name) do nothing returning id`,
    [o.userName, o.name, o.role, o.language, o.passwordHash, o.oneTimeUntil],
  );
  return rows[0]?.id;
}

export async function setStaffPassword(
  db: Client,
  staffId: string,
  o: { passwordHash: string; oneTimeUntil: Date | null },
): Promise<void> {
  await db.query('update staff set password_hash = $2, one_time_until = $3 where id = $1', [
    staffId,
    o.passwordHash,
    o.oneTimeUntil,
  ]);
}

/** @returns false if it already was in that state */
export async function setDisabled(db: Client, staffId: string, at: Date | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'update staff set disabled_at = $2 where id = $1 and (disabled_at is null) <> ($2::timestamptz is null)',
    [staffId, at],
  );
  return rowCount === 1;
}

/** Locks the operators who may sign in, so that no other transaction disables one. */
export async function lockOperators(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from staff where role = 'operator' and disabled_at is null order by id for update`,
  );
  return rows.map(({ id }) => id);
}

export async function markSeen(db: Client, staffId: string, now: Date): Promise<void> {
  await db.query('update staff set seen_at = $2 where id = $1', [staffId, now]);
}

/** @returns false if a code of this step or a later one was already accepted */
export async function setTotpStep(db: Client, staffId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query('update staff set totp_step = $2 where id = $1 and totp_step < $2', [
    staffId,
    step,
  ]);
  return rowCount === 1;
}

/** @param factor null removes the authenticator */
export async function setAuthenticator(
  db: Client,
  staffId: string,
  factor: { secret: Buffer; step: number } | null,
): Promise<void> {
  await db.query('update staff set totp_encrypted = $2, totp_step = $3 where id = $1', [
    staffId,
    factor?.secret ?? null,
    factor?.step ?? 0,
  ]);
}
