import type { Client } from '../../../database/client.ts';

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

export async function insertSecondStep(
  db: Client,
  o: { ticketSha256: Buffer; personId: string; tries: number; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query('delete from second_step where expires_at < $1', [o.now]);
  await db.query('insert into second_step (ticket_sha256, person_id, tries_left, expires_at) values ($1, $2, $3, $4)', [
    o.ticketSha256,
    o.personId,
    o.tries,
    o.expiresAt,
  ]);
}

/** Counts a try before anything is looked at: of many at once no more are compared than are left. @returns whose it is */
export async function countStepTry(db: Client, ticketSha256: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ personId: string }>(
    `update second_step set tries_left = tries_left - 1
     where ticket_sha256 = $1 and tries_left > 0 and expires_at > $2 returning person_id as "personId"`,
    [ticketSha256, now],
  );
  return rows[0]?.personId;
}

export async function stepOwner(db: Client, ticketSha256: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ personId: string }>(
    `select person_id as "personId" from second_step where ticket_sha256 = $1 and tries_left > 0 and expires_at > $2`,
    [ticketSha256, now],
  );
  return rows[0]?.personId;
}

export async function deleteSecondStep(db: Client, ticketSha256: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from second_step where ticket_sha256 = $1', [ticketSha256]);
  return rowCount === 1;
}

export interface TotpRow {
  id: string;
  secret: Buffer;
  usedStep: number;
}

/** What is only begun is gone: there is one at a time. */
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

/** Whoever comes at the same time waits, and then sees the step that was used. */
export async function lockTotp(
  db: Client,
  personId: string,
  which: { begun: { id: string; since: Date } } | 'added',
): Promise<TotpRow[]> {
  const condition =
    which === 'added' ? 'added_at is not null' : 'added_at is null and id = $2::uuid and created_at > $3';
  const values = which === 'added' ? [] : [which.begun.id, which.begun.since];
  const { rows } = await db.query<Omit<TotpRow, 'usedStep'> & { usedStep: string }>(
    `select id, secret, used_step as "usedStep" from totp where person_id = $1 and ${condition} order by id for update`,
    [personId, ...values],
  );
  return rows.map((row) => ({ ...row, usedStep: Number(row.usedStep) }));
}

export async function useTotpStep(db: Client, id: string, o: { step: number; now: Date }): Promise<void> {
  await db.query('update totp set used_step = $2, used_at = $3 where id = $1', [id, o.step, o.now]);
}

export async function addTotpRow(db: Client, id: string, o: { step: number; name: string; now: Date }): Promise<void> {
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

export async function renameFactorRow(db: Client, o: { personId: string; id: string; name: string }): Promise<boolean> {
  const { rows } = await db.query(
    `with a as (update totp set name = $3 where id = $2 and person_id = $1 and added_at is not null returning 1),
       b as (update passkey set name = $3 where id = $2 and person_id = $1 returning 1)
     select from a union all select from b`,
    [o.personId, o.id, o.name],
  );
  return rows.length === 1;
}

/** @returns what it was called; undefined where the person has no such factor */
export async function deleteFactor(db: Client, o: { personId: string; id: string }): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    `with a as (delete from totp where id = $2 and person_id = $1 and added_at is not null returning name),
       b as (delete from passkey where id = $2 and person_id = $1 returning name)
     select name from a union all select name from b`,
    [o.personId, o.id],
  );
  return rows[0]?.name;
}

export async function replaceRecoveryCodes(db: Client, personId: string, codes: readonly Buffer[]): Promise<void> {
  await db.query('delete from recovery_code where person_id = $1', [personId]);
  await db.query('insert into recovery_code (person_id, code) select $1, unnest($2::bytea[])', [personId, codes]);
}

export async function spendRecoveryCode(db: Client, personId: string, code: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from recovery_code where person_id = $1 and code = $2', [personId, code]);
  return rowCount === 1;
}

/** All of them, with what was only begun and with the recovery codes. */
export async function deleteFactors(db: Client, personId: string): Promise<void> {
  await db.query('delete from totp where person_id = $1', [personId]);
  await db.query('delete from passkey where person_id = $1', [personId]);
  await db.query('delete from passkey_challenge where person_id = $1', [personId]);
  await db.query('delete from recovery_code where person_id = $1', [personId]);
}

/** Changes of one person's factors wait for each other. */
export async function lockPerson(db: Client, personId: string): Promise<void> {
  await db.query('select from login where id = $1 for update', [personId]);
}
