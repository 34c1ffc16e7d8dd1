import type { Language, StaffMember, StaffRole } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

interface Row {
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

export async function allStaff(db: Client): Promise<StaffMember[]> {
  const { rows } = await db.query(
    `select id as "staffId", user_name as "userName", name, role, created_at as "createdAt", disabled_at as "disabledAt",
       seen_at as "seenAt", totp_sealed is not null as "hasSecondFactor", one_time_until as "oneTimeUntil"
     from staff order by disabled_at is not null, role desc, user_name`,
  );
  return (rows as unknown as Row[]).map((row) => ({
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
  /** Null: the password is not to be changed. */
  oneTimeUntil: Date | null;
}

/** Undefined where the user name is taken. */
export async function insertStaff(db: Client, o: NewStaff): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into staff (user_name, name, role, language, password_hash, one_time_until) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_name) do nothing returning id`,
    [o.userName, o.name, o.role, o.language, o.passwordHash, o.oneTimeUntil],
  );
  return rows[0]?.id;
}

/** No second factor, no recovery code, no browser that is known: as before the first sign-in. */
export async function forgetFactor(db: Client, staffId: string): Promise<void> {
  await db.query('update staff set totp_sealed = null, totp_step = 0 where id = $1', [staffId]);
  await db.query('delete from staff_recovery_code where staff_id = $1', [staffId]);
  await db.query('delete from staff_browser where staff_id = $1', [staffId]);
}

/** False where it was so already. */
export async function setDisabled(db: Client, staffId: string, at: Date | null): Promise<boolean> {
  const { rowCount } = await db.query(
    'update staff set disabled_at = $2 where id = $1 and (disabled_at is null) <> ($2::timestamptz is null)',
    [staffId, at],
  );
  return rowCount === 1;
}

/** Those who may sign in; until the transaction ends nobody else disables one. */
export async function lockOperators(db: Client): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from staff where role = 'operator' and disabled_at is null order by id for update`,
  );
  return rows.map(({ id }) => id);
}
