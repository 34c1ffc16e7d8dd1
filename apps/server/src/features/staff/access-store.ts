import { randomBytes } from 'node:crypto';
import type { Language, StaffRole } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { digestOf } from '../../http/sessions.ts';

export interface StaffRow {
  id: string;
  role: StaffRole;
  userName: string;
  name: string;
  passwordHash: string;
  language: Language;
  disabledAt: Date | null;
  oneTimeUntil: Date | null;
  totpSealed: Buffer | null;
  totpStep: string;
}

const columns = `id, role, user_name as "userName", name, password_hash as "passwordHash", language,
  disabled_at as "disabledAt", one_time_until as "oneTimeUntil", totp_sealed as "totpSealed", totp_step as "totpStep"`;

export async function findStaff(
  db: Client,
  by: { id: string } | { userName: string },
  lock: '' | 'for update' = '',
): Promise<StaffRow | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['user_name', by.userName];
  const { rows } = await db.query(`select ${columns} from staff where ${column} = $1 ${lock}`, [value]);
  return rows[0] as StaffRow | undefined;
}

export type TicketPurpose = 'code' | 'enrol' | 'change';

export async function insertTicket(
  db: Client,
  o: { staffId: string; purpose: TicketPurpose; tries: number; expiresAt: Date; now: Date },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await db.query(
    `delete from staff_ticket where ticket_sha256 in
       (select ticket_sha256 from staff_ticket where expires_at < $1 for update skip locked)`,
    [o.now],
  );
  await db.query(
    `insert into staff_ticket (ticket_sha256, staff_id, purpose, tries_left, expires_at) values ($1, $2, $3, $4, $5)`,
    [digestOf(ticket), o.staffId, o.purpose, o.tries, o.expiresAt],
  );
  return ticket;
}

export interface TicketRow {
  staffId: string;
  totpSealed: Buffer | null;
}

/** Whose ticket it is. Whoever changes something locks the person first and the ticket then, so that no two wait for each other. */
export async function ticketHolder(db: Client, ticket: string): Promise<string | undefined> {
  const { rows } = await db.query<{ staffId: string }>(
    'select staff_id as "staffId" from staff_ticket where ticket_sha256 = $1',
    [digestOf(ticket)],
  );
  return rows[0]?.staffId;
}

/** Takes one try of a ticket. Undefined where there is none left. */
export async function takeTry(
  db: Client,
  { ticket, purpose, now }: { ticket: string; purpose: TicketPurpose; now: Date },
): Promise<TicketRow | undefined> {
  const { rows } = await db.query(
    `update staff_ticket set tries_left = tries_left - 1
     where ticket_sha256 = $1 and purpose = $2 and tries_left > 0 and expires_at > $3
     returning staff_id as "staffId", totp_sealed as "totpSealed"`,
    [digestOf(ticket), purpose, now],
  );
  return rows[0] as TicketRow | undefined;
}

/** The secret that stands with the ticket: of two that come at once both get the first. Undefined without a ticket. */
export async function keepSecret(
  db: Client,
  { ticket, now, sealed }: { ticket: string; now: Date; sealed: Buffer },
): Promise<TicketRow | undefined> {
  const { rows } = await db.query(
    `update staff_ticket set totp_sealed = coalesce(totp_sealed, $2)
     where ticket_sha256 = $1 and purpose <> 'code' and tries_left > 0 and expires_at > $3
     returning staff_id as "staffId", totp_sealed as "totpSealed"`,
    [digestOf(ticket), sealed, now],
  );
  return rows[0] as TicketRow | undefined;
}

/** All tickets that somebody has. */
export async function dropTickets(db: Client, staffId: string): Promise<void> {
  await db.query('delete from staff_ticket where staff_id = $1', [staffId]);
}

/** False where a code of this step or a later one was taken before. */
export async function useStep(db: Client, staffId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query('update staff set totp_step = $2 where id = $1 and totp_step < $2', [
    staffId,
    step,
  ]);
  return rowCount === 1;
}

export async function setFactor(db: Client, staffId: string, o: { sealed: Buffer; step: number }): Promise<void> {
  await db.query('update staff set totp_sealed = $2, totp_step = $3 where id = $1', [staffId, o.sealed, o.step]);
}

export async function setPassword(
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

export async function replaceRecoveryCodes(db: Client, staffId: string, fingerprints: Buffer[]): Promise<void> {
  await db.query('delete from staff_recovery_code where staff_id = $1', [staffId]);
  await db.query('insert into staff_recovery_code (staff_id, code_fingerprint) select $1, unnest($2::bytea[])', [
    staffId,
    fingerprints,
  ]);
}

/** False where it is none of them, or was used before. */
export async function useRecoveryCode(db: Client, staffId: string, fingerprint: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from staff_recovery_code where staff_id = $1 and code_fingerprint = $2', [
    staffId,
    fingerprint,
  ]);
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Client, staffId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from staff_recovery_code where staff_id = $1',
    [staffId],
  );
  return rows[0]?.count ?? 0;
}

export async function markSeen(db: Client, staffId: string, now: Date): Promise<void> {
  await db.query('update staff set seen_at = $2 where id = $1', [staffId, now]);
}

/** When the second factor was last shown in a session. */
export async function provenAt(db: Client, tokenSha256: Buffer): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>(
    'select coalesce(proven_at, created_at) as at from staff_session where token_sha256 = $1',
    [tokenSha256],
  );
  return rows[0]?.at;
}

export async function markProven(db: Client, tokenSha256: Buffer, now: Date): Promise<void> {
  await db.query('update staff_session set proven_at = $2 where token_sha256 = $1', [tokenSha256, now]);
}

/** All sessions of one of the staff, but for the one that is given. */
export async function endStaffSessions(db: Client, staffId: string, except: Buffer | null = null): Promise<void> {
  await db.query('delete from staff_session where staff_id = $1 and token_sha256 is distinct from $2', [
    staffId,
    except,
  ]);
}

export async function endStaffSession(db: Client, tokenSha256: Buffer): Promise<void> {
  await db.query('delete from staff_session where token_sha256 = $1', [tokenSha256]);
}

const browserKnownMs = 90 * 86_400_000;

export async function isKnownBrowser(
  db: Client,
  { staffId, browser, now }: { staffId: string; browser: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from staff_browser where staff_id = $1 and browser_sha256 = $2 and seen_at > $3',
    [staffId, browser, new Date(now.getTime() - browserKnownMs)],
  );
  return rowCount === 1;
}

/** Those that were not used for long are forgotten. */
export async function rememberBrowser(
  db: Client,
  { staffId, browser, now }: { staffId: string; browser: Buffer; now: Date },
): Promise<void> {
  await db.query('delete from staff_browser where staff_id = $1 and seen_at <= $2', [
    staffId,
    new Date(now.getTime() - browserKnownMs),
  ]);
  await db.query(
    `insert into staff_browser (staff_id, browser_sha256, seen_at) values ($1, $2, $3)
     on conflict (staff_id, browser_sha256) do update set seen_at = excluded.seen_at`,
    [staffId, browser, now],
  );
}
