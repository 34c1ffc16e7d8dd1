import { randomBytes } from 'node:crypto';
import type { Client } from '../database/client.ts';
import type { PartyCaller } from './caller.ts';
import { digestOf, type NewSession, touchMs } from './sessions.ts';

/** A party needs minutes, often on a shared phone, so their session ends sooner than any other. */
const idleMs = 30 * 60_000;
const absoluteMs = 4 * 3_600_000;

/** @returns null if the token is unknown, expired or idle for too long, or the matter has ended */
export async function findPartyCaller(db: Client, token: string, now: Date): Promise<PartyCaller | null> {
  const tokenSha256 = digestOf(token);
  const { rows } = await db.query<Omit<PartyCaller, 'tokenSha256'> & { seenAt: Date }>(
    `select s.party_id as "partyId", p.matter_id as "matterId", m.no as "matterNo", s.expires_at as "expiresAt",
       s.created_at as "verifiedAt",
       s.seen_at as "seenAt"
     from party_session s join matter_party p on p.id = s.party_id join matter m on m.id = p.matter_id
     where s.token_sha256 = $1 and s.expires_at > $2 and s.seen_at > $3 and m.ended_at is null`,
    [tokenSha256, now, idleSince(now)],
  );
  const [row] = rows;
  if (!row) {
    // Delete an expired session, so that setting the clock back doesn't revive it.
    await db.query('delete from party_session where token_sha256 = $1 and (expires_at <= $2 or seen_at <= $3)', [
      tokenSha256,
      now,
      idleSince(now),
    ]);
    return null;
  }
  const { seenAt, ...caller } = row;
  if (now.getTime() - seenAt.getTime() > touchMs)
    await db.query('update party_session set seen_at = $2 where token_sha256 = $1', [tokenSha256, now]);
  return { ...caller, tokenSha256 };
}

/** Whether a party's session still holds. Doesn't touch `seenAt`: an open connection must not keep a session alive. */
export async function isPartySession(
  db: Client,
  { tokenSha256, partyId, now }: { tokenSha256: Buffer; partyId: string; now: Date },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from party_session s join matter_party p on p.id = s.party_id join matter m on m.id = p.matter_id
     where s.token_sha256 = $1 and s.party_id = $2 and s.expires_at > $3 and s.seen_at > $4 and m.ended_at is null`,
    [tokenSha256, partyId, now, idleSince(now)],
  );
  return rows.length > 0;
}

const idleSince = (now: Date): Date => new Date(now.getTime() - idleMs);

/** Starts the session of a party whose phone was verified; earlier ones stay valid for their other devices. */
export async function beginPartySession(
  db: Client,
  o: { partyId: string; address: string; userAgent: string; now: Date },
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(o.now.getTime() + absoluteMs);
  await db.query(
    `insert into party_session (token_sha256, party_id, address, user_agent, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [digestOf(token), o.partyId, o.address, o.userAgent.slice(0, 300), o.now, expiresAt],
  );
  return { token, expiresAt };
}

export async function endPartySession(db: Client, { tokenSha256 }: PartyCaller): Promise<void> {
  await db.query('delete from party_session where token_sha256 = $1', [tokenSha256]);
}

/** Ends all sessions of a party, who has to verify the phone again. */
export async function endPartySessions(db: Client, partyId: string): Promise<void> {
  await db.query('delete from party_session where party_id = $1', [partyId]);
}

/** Runs every minute. Also deletes sessions of matters that have ended. */
export async function deleteExpiredPartySessions(db: Client, now: Date): Promise<void> {
  await db.query(
    `delete from party_session s using matter_party p join matter m on m.id = p.matter_id
     where p.id = s.party_id and (s.expires_at <= $1 or s.seen_at <= $2 or m.ended_at is not null)`,
    [now, idleSince(now)],
  );
}

/** After the clock was set back: sessions of parties are short, so all end instead of being corrected. */
export async function endPartySessionsAtClockChange(db: Client): Promise<void> {
  await db.query('delete from party_session');
}
