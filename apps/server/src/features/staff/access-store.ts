import type { Client } from '../../database/client.ts';
import { digestOf } from '../../http/sessions.ts';

/** The next step that a ticket allows: a code, the first authenticator, or another authenticator. */
export type TicketPurpose = 'code' | 'enrol' | 'change';

/** Stores a ticket and deletes expired ones. */
export async function insertTicket(
  db: Client,
  o: { ticket: string; staffId: string; purpose: TicketPurpose; tries: number; expiresAt: Date; now: Date },
): Promise<void> {
  await db.query(
    `delete from staff_ticket where ticket_sha256 in
       (select ticket_sha256 from staff_ticket where expires_at < $1 for update skip locked)`,
    [o.now],
  );
  await db.query(
    `insert into staff_ticket (ticket_sha256, staff_id, purpose, tries_left, expires_at) values ($1, $2, $3, $4, $5)`,
    [digestOf(o.ticket), o.staffId, o.purpose, o.tries, o.expiresAt],
  );
}

export interface TicketRow {
  staffId: string;
  /** The secret of the authenticator being set up, encrypted. */
  totpEncrypted: Buffer | null;
}

/** Returns the holder of a ticket. Lock order: the staff row before the ticket. */
export async function ticketHolder(db: Client, ticket: string): Promise<string | undefined> {
  const { rows } = await db.query<{ staffId: string }>(
    'select staff_id as "staffId" from staff_ticket where ticket_sha256 = $1',
    [digestOf(ticket)],
  );
  return rows[0]?.staffId;
}

/** Uses one attempt of a ticket. @returns undefined if none is left */
export async function takeTry(
  db: Client,
  { ticket, purpose, now }: { ticket: string; purpose: TicketPurpose; now: Date },
): Promise<TicketRow | undefined> {
  const { rows } = await db.query(
    `update staff_ticket set tries_left = tries_left - 1
     where ticket_sha256 = $1 and purpose = $2 and tries_left > 0 and expires_at > $3
     returning staff_id as "staffId", totp_encrypted as "totpEncrypted"`,
    [digestOf(ticket), purpose, now],
  );
  return rows[0] as TicketRow | undefined;
}

/** Stores a secret with a ticket unless it has one: two concurrent requests both get the first secret. */
export async function keepSecret(
  db: Client,
  { ticket, now, secret }: { ticket: string; now: Date; secret: Buffer },
): Promise<TicketRow | undefined> {
  const { rows } = await db.query(
    `update staff_ticket set totp_encrypted = coalesce(totp_encrypted, $2)
     where ticket_sha256 = $1 and purpose <> 'code' and tries_left > 0 and expires_at > $3
     returning staff_id as "staffId", totp_encrypted as "totpEncrypted"`,
    [digestOf(ticket), secret, now],
  );
  return rows[0] as TicketRow | undefined;
}

export async function deleteTickets(db: Client, staffId: string): Promise<void> {
  await db.query('delete from staff_ticket where staff_id = $1', [staffId]);
}

export async function replaceRecoveryCodes(db: Client, staffId: string, fingerprints: Buffer[]): Promise<void> {
  await db.query('delete from staff_recovery_code where staff_id = $1', [staffId]);
  await db.query('insert into staff_recovery_code (staff_id, code_fingerprint) select $1, unnest($2::bytea[])', [
    staffId,
    fingerprints,
  ]);
}

/** @returns false if the code doesn't exist */
export async function takeRecoveryCode(db: Client, staffId: string, fingerprint: Buffer): Promise<boolean> {
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

/** Remembers the browser of a sign-in and deletes browsers not used for long. */
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

export async function deleteBrowsers(db: Client, staffId: string): Promise<void> {
  await db.query('delete from staff_browser where staff_id = $1', [staffId]);
}
