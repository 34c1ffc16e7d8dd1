import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../database/database.ts';
import type { Caller, StaffCaller } from './context.ts';

const day = 86_400_000;
/** Without a call for so long a session ends; with calls at the latest after `absoluteMs` (NIST SP 800-63B-4 §2.2.3). */
export const idleMs = 3 * day;
const absoluteMs = 30 * day;
const apiMs = 60 * 60_000;
const staffIdleMs = day / 12;
const staffAbsoluteMs = day / 2;
/** Writing down each call's time would make every read a write. */
const touchMs = 60_000;

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface Begun {
  token: string;
  expiresAt: Date;
}

/** Begins a session with a new token of 256 random bits. */
export async function beginSession(
  db: Client,
  o: { loginId: string; address: string; userAgent: string; now: Date },
): Promise<Begun> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(o.now.getTime() + absoluteMs);
  await db.query(
    `insert into session (token_sha256, login_id, person_id, kind, address, user_agent, created_at, seen_at, expires_at)
     values ($1, $2, $2, 'session', $3, $4, $5, $5, $6)`,
    [digestOf(token), o.loginId, o.address, o.userAgent.slice(0, 300), o.now, expiresAt],
  );
  return { token, expiresAt };
}

/** A second, short-lived token that dies with the session it was swapped for. */
export async function swapToken(db: Client, caller: Caller, now: Date): Promise<Begun> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + apiMs);
  await db.query(
    `insert into session (token_sha256, login_id, person_id, kind, parent_sha256, address, user_agent, expires_at)
     select $1, login_id, person_id, 'api', coalesce(parent_sha256, token_sha256), address, user_agent, least(expires_at, $3)
     from session where token_sha256 = $2`,
    [digestOf(token), caller.tokenSha256, expiresAt],
  );
  return { token, expiresAt };
}

/** Null where the token is unknown, ended, expired, or was not used for too long. */
export async function findCaller(db: Client, token: string, now: Date): Promise<Caller | null> {
  const tokenSha256 = digestOf(token);
  const { rows } = await db.query<Omit<Caller, 'tokenSha256'> & { seenAt: Date }>(
    `select l.id as "loginId", s.person_id as "personId", l.account_id as "accountId", l.role, l.permissions,
       s.seen_at as "seenAt"
     from session s join login l on l.id = s.login_id join login p on p.id = s.person_id
     where s.token_sha256 = $1 and s.expires_at > $2 and s.seen_at > $3 and l.disabled_at is null and p.disabled_at is null
       and l.barred_at is null and p.barred_at is null
       and not exists (select from account a where a.id in (l.account_id, p.account_id) and a.barred_at is not null)`,
    [tokenSha256, now, new Date(now.getTime() - idleMs)],
  );
  const [row] = rows;
  if (!row) return null;
  const { seenAt, ...caller } = row;
  if (now.getTime() - seenAt.getTime() > touchMs)
    await db.query(
      `update session set seen_at = $2 where token_sha256 = $1
       or token_sha256 = (select parent_sha256 from session where token_sha256 = $1)`,
      [tokenSha256, now],
    );
  return { ...caller, tokenSha256 };
}

/** The same of the console, where a session ends sooner (NIST SP 800-63B-4 §2.2.3). */
export async function findStaffCaller(db: Client, token: string, now: Date): Promise<StaffCaller | null> {
  const tokenSha256 = digestOf(token);
  const { rows } = await db.query<Omit<StaffCaller, 'tokenSha256'> & { seenAt: Date }>(
    `select t.id as "staffId", t.role, s.seen_at as "seenAt" from staff_session s join staff t on t.id = s.staff_id
     where s.token_sha256 = $1 and s.expires_at > $2 and s.seen_at > $3 and t.disabled_at is null`,
    [tokenSha256, now, new Date(now.getTime() - staffIdleMs)],
  );
  const [row] = rows;
  if (!row) return null;
  const { seenAt, ...caller } = row;
  if (now.getTime() - seenAt.getTime() > touchMs)
    await db.query('update staff_session set seen_at = $2 where token_sha256 = $1', [tokenSha256, now]);
  return { ...caller, tokenSha256 };
}

/** Begins a session in the console; both factors have been shown. */
export async function beginStaffSession(
  db: Client,
  o: { staffId: string; address: string; userAgent: string; now: Date },
): Promise<Begun> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(o.now.getTime() + staffAbsoluteMs);
  await db.query(
    `insert into staff_session (token_sha256, staff_id, address, user_agent, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [digestOf(token), o.staffId, o.address, o.userAgent.slice(0, 300), o.now, expiresAt],
  );
  return { token, expiresAt };
}

/** Ends a session and the tokens swapped for it; a swapped token ends its session. */
export async function endSession(db: Client, caller: Caller): Promise<void> {
  await db.query(
    `delete from session where token_sha256 =
       coalesce((select parent_sha256 from session where token_sha256 = $1), $1)`,
    [caller.tokenSha256],
  );
}

/** Ends all sessions that act as this login or that it began, but for the one that is given. */
export async function endSessions(db: Client, loginId: string, except?: Caller): Promise<void> {
  await db.query(
    `delete from session where (login_id = $1 or person_id = $1) and ($2::bytea is null or (
       token_sha256 <> $2 and token_sha256 is distinct from (select parent_sha256 from session where token_sha256 = $2)
       and parent_sha256 is distinct from $2))`,
    [loginId, except?.tokenSha256 ?? null],
  );
}
