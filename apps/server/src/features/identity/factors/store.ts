import type { Client } from '../../../database/client.ts';
import { deletePasskey, renamePasskey } from './passkey-store.ts';

export async function countFactors(
  db: Client,
  personId: string,
): Promise<{ totp: number; passkey: number; recovery: number }> {
  const { rows } = await db.query<{ totp: number; passkey: number; recovery: number }>(
    `select (select count(*)::int from totp where person_id = $1 and added_at is not null) as totp,
       (select count(*)::int from passkey where person_id = $1) as passkey,
       (select count(*)::int from recovery_code where person_id = $1) as recovery`,
    [personId],
  );
  return rows[0] as { totp: number; passkey: number; recovery: number };
}

export interface TotpRow {
  id: string;
  /** Encrypted by the vault for `totp:<id>`. */
  secret: Buffer;
  usedStep: number;
}

/** Stores an authenticator until its first code is verified, replacing another unfinished one. */
export async function insertTotp(
  db: Client,
  o: { id: string; personId: string; secret: Buffer; now: Date },
): Promise<void> {
  await db.query('delete from totp where person_id = $1 and added_at is null', [o.personId]);
  await db.query('insert into totp (id, person_id, secret, created_at) values ($1, $2, $3, $4)', [
    o.id,
    o.personId,
    o.secret,
    o.now,
  ]);
}

/** Locks the person's authenticators: a concurrent verification waits, and then sees the used time step. */
export async function lockTotps(db: Client, personId: string): Promise<TotpRow[]> {
  const { rows } = await db.query<StoredTotp>(
    `select ${totpColumns} from totp where person_id = $1 and added_at is not null order by id for update`,
    [personId],
  );
  return rows.map(totpOf);
}

/** Locks an authenticator that is being added since `since` or later. */
export async function lockNewTotp(
  db: Client,
  o: { personId: string; id: string; since: Date },
): Promise<TotpRow | undefined> {
  const { rows } = await db.query<StoredTotp>(
    `select ${totpColumns} from totp where person_id = $1 and id = $2 and added_at is null and created_at > $3 for update`,
    [o.personId, o.id, o.since],
  );
  return rows[0] && totpOf(rows[0]);
}

const totpColumns = 'id, secret, used_step as "usedStep"';
/** PostgreSQL's bigint arrives as text. */
type StoredTotp = Omit<TotpRow, 'usedStep'> & { usedStep: string };
const totpOf = (row: StoredTotp): TotpRow => ({ ...row, usedStep: Number(row.usedStep) });

export async function setTotpStep(db: Client, id: string, o: { step: number; now: Date }): Promise<void> {
  await db.query('update totp set used_step = $2, used_at = $3 where id = $1', [id, o.step, o.now]);
}

export async function addTotp(db: Client, id: string, o: { step: number; name: string; now: Date }): Promise<void> {
  await db.query('update totp set used_step = $2, name = $3, added_at = $4 where id = $1', [id, o.step, o.name, o.now]);
}

export interface FactorRow {
  id: string;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export async function findFactors(db: Client, personId: string): Promise<FactorRow[]> {
  const { rows } = await db.query(
    `select id, 'totp' as kind, name, added_at as "createdAt", used_at as "usedAt" from totp
       where person_id = $1 and added_at is not null
     union all
     select id, 'passkey', name, created_at, used_at from passkey where person_id = $1
     order by "createdAt", id`,
    [personId],
  );
  return rows as unknown as FactorRow[];
}

/** @returns false if the person has no such factor */
export async function renameFactor(db: Client, o: { personId: string; id: string; name: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    'update totp set name = $3 where id = $2 and person_id = $1 and added_at is not null',
    [o.personId, o.id, o.name],
  );
  return rowCount === 1 || renamePasskey(db, o);
}

/** @returns its name; undefined if the person has no such factor */
export async function deleteFactor(db: Client, o: { personId: string; id: string }): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    'delete from totp where id = $2 and person_id = $1 and added_at is not null returning name',
    [o.personId, o.id],
  );
  return rows[0]?.name ?? deletePasskey(db, o);
}

export async function replaceRecoveryCodes(
  db: Client,
  personId: string,
  fingerprints: readonly Buffer[],
): Promise<void> {
  await db.query('delete from recovery_code where person_id = $1', [personId]);
  await db.query('insert into recovery_code (person_id, code) select $1, unnest($2::bytea[])', [
    personId,
    fingerprints,
  ]);
}

export async function takeRecoveryCode(db: Client, personId: string, fingerprint: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from recovery_code where person_id = $1 and code = $2', [
    personId,
    fingerprint,
  ]);
  return rowCount === 1;
}

/** Deletes the person's authenticators, finished or not, and recovery codes. */
export async function deleteTotpsAndCodes(db: Client, personId: string): Promise<void> {
  await db.query('delete from totp where person_id = $1', [personId]);
  await db.query('delete from recovery_code where person_id = $1', [personId]);
}
