import type { CodePurpose } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

/** A code is found by phone, purpose and requester; `requester: null` finds the codes of every requester. */
export interface CodeKey {
  phone: string;
  purpose: CodePurpose;
  requester: string | null;
}

/** Stores a code and voids the requester's previous one. @returns false if that was sent after `sentBefore` */
export async function upsertCode(
  db: Client,
  o: CodeKey & { fingerprint: Buffer; tries: number; sentAt: Date; expiresAt: Date; sentBefore: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into text_code (phone, purpose, requester, code_fingerprint, tries_left, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (phone, purpose, requester) do update set code_fingerprint = excluded.code_fingerprint, ticket_sha256 = null,
       tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at
     where text_code.sent_at <= $8`,
    [o.phone, o.purpose, o.requester, o.fingerprint, o.tries, o.sentAt, o.expiresAt, o.sentBefore],
  );
  return rowCount === 1;
}

export async function codeSentAt(db: Client, { phone, purpose, requester }: CodeKey): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>(
    'select sent_at as at from text_code where phone = $1 and purpose = $2 and requester = $3',
    [phone, purpose, requester],
  );
  return rows[0]?.at;
}

/** Uses one try of a code. @returns false if no code has a try left */
export async function countCodeTry(db: Client, { phone, purpose, requester }: CodeKey, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update text_code set tries_left = tries_left - 1
     where phone = $1 and purpose = $2 and ($3::text is null or requester = $3) and expires_at > $4 and tries_left > 0`,
    [phone, purpose, requester, now],
  );
  return (rowCount ?? 0) > 0;
}

/** Deletes a code with this fingerprint, or with this digest of a ticket. @returns false if there is none */
export async function takeCode(
  db: Client,
  { phone, purpose, requester }: CodeKey,
  proof: { fingerprint: Buffer } | { ticketSha256: Buffer },
): Promise<boolean> {
  const [column, value] =
    'fingerprint' in proof ? ['code_fingerprint', proof.fingerprint] : ['ticket_sha256', proof.ticketSha256];
  const { rowCount } = await db.query(
    `delete from text_code where phone = $1 and purpose = $2 and ($3::text is null or requester = $3) and ${column} = $4`,
    [phone, purpose, requester, value],
  );
  return (rowCount ?? 0) > 0;
}

/** Replaces a code by a ticket. @returns false if there is no code with this fingerprint */
export async function putTicket(
  db: Client,
  { phone, purpose, requester }: CodeKey,
  o: { fingerprint: Buffer; ticketSha256: Buffer; tries: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update text_code set ticket_sha256 = $5, code_fingerprint = null, tries_left = $6
     where phone = $1 and purpose = $2 and requester = $3 and code_fingerprint = $4`,
    [phone, purpose, requester, o.fingerprint, o.ticketSha256, o.tries],
  );
  return rowCount === 1;
}

export async function deleteCodes(db: Client, phone: string): Promise<void> {
  await db.query('delete from text_code where phone = $1', [phone]);
}

/** Counts one more under a name; a count that began before `windowBegan` starts over. */
export async function countSent(
  db: Client,
  name: string,
  { now, windowBegan }: { now: Date; windowBegan: Date },
): Promise<{ sent: number; since: Date }> {
  const { rows } = await db.query<{ sent: number; since: Date }>(
    `insert into text_code_count as c (name, sent, since) values ($1, 1, $2)
     on conflict (name) do update set sent = case when c.since <= $3 then 1 else c.sent + 1 end,
       since = case when c.since <= $3 then $2 else c.since end
     returning sent, since`,
    [name, now, windowBegan],
  );
  return rows[0] ?? { sent: 0, since: now };
}

export async function countedSince(db: Client, name: string, since: Date): Promise<number> {
  const { rows } = await db.query<{ sent: number }>('select sent from text_code_count where name = $1 and since > $2', [
    name,
    since,
  ]);
  return rows[0]?.sent ?? 0;
}

/** Deletes codes that expired, and counts that began, before a time. */
export async function deleteExpiredCodes(db: Client, before: Date): Promise<void> {
  await db.query('delete from text_code where expires_at < $1', [before]);
  await db.query('delete from text_code_count where since < $1', [before]);
}
