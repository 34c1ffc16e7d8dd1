import { randomBytes } from 'node:crypto';
import type { Client } from '../database/client.ts';
import { Refusal } from '../kit/refusal.ts';
import type { StaffCaller } from './caller.ts';
import { digestOf, type NewSession, touchMs } from './sessions.ts';

/** A console session ends sooner than one of the desk (NIST SP 800-63B-4 §2.2.3). */
const idleMs = 2 * 3_600_000;
const absoluteMs = 12 * 3_600_000;
/** How long a verified code authorizes dangerous calls (OWASP ASVS 5.0, 7.5.3). */
export const provenMs = 15 * 60_000;

/**
 * A polled call doesn't touch `seenAt`: an open page must not keep a session alive.
 * @returns null if the token is unknown, ended, expired or idle for too long
 */
export async function findStaffCaller(
  db: Client,
  token: string,
  { now, isPolled = false }: { now: Date; isPolled?: boolean | undefined },
): Promise<StaffCaller | null> {
  const tokenSha256 = digestOf(token);
  const { rows } = await db.query<Omit<StaffCaller, 'tokenSha256'> & { seenAt: Date }>(
    `select t.id as "staffId", t.role, s.seen_at as "seenAt" from staff_session s join staff t on t.id = s.staff_id
     where s.token_sha256 = $1 and s.expires_at > $2 and s.seen_at > $3 and t.disabled_at is null`,
    [tokenSha256, now, idleSince(now)],
  );
  const [row] = rows;
  if (!row) {
    // Delete an expired session, so that setting the clock back doesn't revive it.
    await db.query('delete from staff_session where token_sha256 = $1 and (expires_at <= $2 or seen_at <= $3)', [
      tokenSha256,
      now,
      idleSince(now),
    ]);
    return null;
  }
  const { seenAt, ...caller } = row;
  if (!isPolled && now.getTime() - seenAt.getTime() > touchMs)
    await db.query('update staff_session set seen_at = $2 where token_sha256 = $1', [tokenSha256, now]);
  return { ...caller, tokenSha256 };
}

/** The staff member of a session that still holds. Doesn't touch `seenAt`: an open connection must not keep it alive. */
export async function findStaffAgain(
  db: Client,
  { tokenSha256, now }: { tokenSha256: Buffer; now: Date },
): Promise<StaffCaller | null> {
  const { rows } = await db.query<Omit<StaffCaller, 'tokenSha256'> & object>(
    `select t.id as "staffId", t.role from staff_session s join staff t on t.id = s.staff_id
     where s.token_sha256 = $1 and s.expires_at > $2 and s.seen_at > $3 and t.disabled_at is null`,
    [tokenSha256, now, idleSince(now)],
  );
  return rows[0] ? { ...rows[0], tokenSha256 } : null;
}

const idleSince = (now: Date): Date => new Date(now.getTime() - idleMs);

/** Begins a console session; the caller has verified both factors. */
export async function beginStaffSession(
  db: Client,
  o: { staffId: string; address: string; userAgent: string; now: Date },
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(o.now.getTime() + absoluteMs);
  await db.query(
    `insert into staff_session (token_sha256, staff_id, address, user_agent, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [digestOf(token), o.staffId, o.address, o.userAgent.slice(0, 300), o.now, expiresAt],
  );
  return { token, expiresAt };
}

export async function endStaffSession(db: Client, { tokenSha256 }: StaffCaller): Promise<void> {
  await db.query('delete from staff_session where token_sha256 = $1', [tokenSha256]);
}

/** Ends all console sessions of one person, except the given one. */
export async function endStaffSessions(db: Client, staffId: string, except?: StaffCaller): Promise<void> {
  await db.query('delete from staff_session where staff_id = $1 and token_sha256 is distinct from $2', [
    staffId,
    except?.tokenSha256 ?? null,
  ]);
}

export async function deleteExpiredStaffSessions(db: Client, now: Date): Promise<void> {
  await db.query('delete from staff_session where expires_at <= $1 or seen_at <= $2', [now, idleSince(now)]);
}

/** After the clock was set back: console sessions are few and short, so all end instead of being corrected. */
export async function endStaffSessionsAtClockChange(db: Client): Promise<void> {
  await db.query('delete from staff_session');
}

/** Records that the second factor was verified in this session now. */
export async function recordFactorVerified(db: Client, { tokenSha256 }: StaffCaller, now: Date): Promise<void> {
  await db.query('update staff_session set verified_at = $2 where token_sha256 = $1', [tokenSha256, now]);
}

/** Required before dangerous calls. @throws Refusal PROVE_AGAIN if the second factor was verified too long ago */
export async function requireProof({ db, caller, now }: { db: Client; caller: StaffCaller; now: Date }): Promise<void> {
  const { rows } = await db.query<{ at: Date }>(
    'select coalesce(verified_at, created_at) as at from staff_session where token_sha256 = $1',
    [caller.tokenSha256],
  );
  const at = rows[0]?.at;
  if (!at || now.getTime() - at.getTime() > provenMs) throw new Refusal('PROVE_AGAIN');
}
