import { createHash, randomBytes } from 'node:crypto';
import { confirmedMinutes } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import { Refusal } from '../kit/refusal.ts';
import type { Caller } from './caller.ts';

const day = 86_400_000;
/** A session ends after this long without a call, and after `absoluteMs` in any case (NIST SP 800-63B-4 §2.2.3). */
const idleMs = 3 * day;
const absoluteMs = 30 * day;
const apiMs = 60 * 60_000;
/** `seen_at` is this coarse: writing it at each call would turn every read into a write. */
export const touchMs = 60_000;

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewSession {
  token: string;
  expiresAt: Date;
}

/** Begins a session with a new token of 256 random bits. `isConfirmed`: the user verified their identity just now. */
export async function beginSession(
  db: Client,
  o: { loginId: string; address: string; userAgent: string; now: Date; isConfirmed?: boolean },
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(o.now.getTime() + absoluteMs);
  const confirmedAt = o.isConfirmed ? o.now : null;
  await db.query(
    `insert into session
       (token_sha256, login_id, person_id, kind, address, user_agent, created_at, seen_at, expires_at, confirmed_at)
     values ($1, $2, $2, 'session', $3, $4, $5, $5, $6, $7)`,
    [digestOf(token), o.loginId, o.address, o.userAgent.slice(0, 300), o.now, expiresAt, confirmedAt],
  );
  await db.query(
    `insert into login_use (login_id, at) values ($1, $2) on conflict (login_id) do update set at = excluded.at`,
    [o.loginId, o.now],
  );
  return { token, expiresAt };
}

/** Issues a second, short-lived token that ends with the session it was swapped for; it can't be swapped itself. */
export async function swapToken(db: Client, caller: Caller, now: Date): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + apiMs);
  await db.query(
    `insert into session
       (token_sha256, login_id, person_id, kind, parent_sha256, address, user_agent, created_at, seen_at, expires_at)
     select $1, login_id, person_id, 'api', token_sha256, address, user_agent, $4, $4, least(expires_at, $3)
     from session where token_sha256 = $2 and kind = 'session'`,
    [digestOf(token), caller.tokenSha256, expiresAt, now],
  );
  return { token, expiresAt };
}

/** @returns null if the token is unknown, ended, expired or idle for too long */
export async function findCaller(db: Client, token: string, now: Date): Promise<Caller | null> {
  const tokenSha256 = digestOf(token);
  const found = await sessionOf(db, tokenSha256, now);
  if (!found) {
    await deleteIfExpired(db, tokenSha256, now);
    return null;
  }
  const { seenAt, ...caller } = found;
  if (now.getTime() - seenAt.getTime() > touchMs) await touch(db, caller, now);
  return caller;
}

/**
 * Re-reads the caller, whose rights may have changed; null if the session ended. Doesn't touch `seenAt`: an open stream must
 * not keep a session alive.
 */
export async function findAgain(
  db: Client,
  { tokenSha256 }: Pick<Caller, 'tokenSha256'>,
  now: Date,
): Promise<Caller | null> {
  const found = await sessionOf(db, tokenSha256, now);
  if (!found) {
    await deleteIfExpired(db, tokenSha256, now);
    return null;
  }
  const { seenAt: _, ...caller } = found;
  return caller;
}

const idleSince = (now: Date): Date => new Date(now.getTime() - idleMs);

/**
 * Deletes an expired session, so that setting the clock back doesn't revive it. Call it outside of transactions: a refusal
 * would roll it back.
 */
async function deleteIfExpired(db: Client, tokenSha256: Buffer, now: Date): Promise<void> {
  await db.query('delete from session where token_sha256 = $1 and (expires_at <= $2 or seen_at <= $3)', [
    tokenSha256,
    now,
    idleSince(now),
  ]);
}

/**
 * After the clock was set back: ends sessions, and verifications in them, that had expired by the latest time seen, and
 * limits the times of the rest to the current clock.
 */
export async function endExpiredBy(db: Client, { latest, now }: { latest: Date; now: Date }): Promise<void> {
  await deleteExpiredSessions(db, latest);
  const after = (ms: number) => new Date(now.getTime() + ms);
  await db.query(
    `update session set seen_at = least(seen_at, $1),
       expires_at = least(expires_at, case kind when 'api' then $2::timestamptz else $3::timestamptz end),
       confirmed_at = case when confirmed_at > $4 then least(confirmed_at, $1) end`,
    [now, after(apiMs), after(absoluteMs), new Date(latest.getTime() - confirmedMinutes * 60_000)],
  );
}

/** Runs every minute. */
export async function deleteExpiredSessions(db: Client, now: Date): Promise<void> {
  await db.query('delete from session where expires_at <= $1 or seen_at <= $2', [now, idleSince(now)]);
}

async function sessionOf(db: Client, tokenSha256: Buffer, now: Date): Promise<(Caller & { seenAt: Date }) | null> {
  const { rows } = await db.query<Omit<Caller, 'tokenSha256'> & { seenAt: Date }>({
    // Prepared: it runs at every call, and planning costs more than running it.
    name: 'session',
    text: `select l.id as "loginId", s.person_id as "personId", l.account_id as "accountId", l.role, l.permissions,
       case when l.role = 'main' then 'all' else l.scope end as scope,
       coalesce(l.seat_of, l.id) = s.person_id as "isOwn", p.account_id as "personAccountId",
       s.kind = 'api' as "isForPrograms", p.password_given_at is not null as "mustChoosePassword", s.seen_at as "seenAt"
     from session s join login l on l.id = s.login_id join login p on p.id = s.person_id
     where s.token_sha256 = $1 and s.expires_at > $2 and s.seen_at > $3 and l.state = 'active' and p.state = 'active'
       and l.barred_at is null and p.barred_at is null
       and not exists (select from account a where a.id in (l.account_id, p.account_id) and a.barred_at is not null)`,
    values: [tokenSha256, now, idleSince(now)],
  });
  return rows[0] ? { ...rows[0], tokenSha256 } : null;
}

/** A sub-account counts as seen when its own user calls, not when another user acts as it. */
async function touch(db: Client, { tokenSha256, loginId, personId }: Caller, now: Date): Promise<void> {
  await db.query(
    `update session set seen_at = $2 where token_sha256 = $1
     or token_sha256 = (select parent_sha256 from session where token_sha256 = $1)`,
    [tokenSha256, now],
  );
  await db.query(
    `insert into login_use (login_id, at) select id, $3 from login where id = $1 and (id = $2 or seat_of = $2)
     on conflict (login_id) do update set at = excluded.at`,
    [loginId, personId, now],
  );
}

/**
 * Lets the same person act as another login: a new token replaces the old one, which ends with all tokens swapped for it
 * (OWASP ASVS 5.0, 7.2.4). The new session expires when the old one would have.
 * @throws Refusal SESSION_INVALID if the session has ended
 */
export async function switchSession(
  db: Client,
  caller: Caller,
  o: { loginId: string; now: Date },
): Promise<NewSession> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await db.query<{ expiresAt: Date }>(
    `with asked as (select * from session where token_sha256 = $1),
     ended as (
       delete from session where token_sha256 = (select coalesce(parent_sha256, token_sha256) from asked) returning token_sha256
     )
     insert into session
       (token_sha256, login_id, person_id, kind, address, user_agent, created_at, seen_at, expires_at)
     select $2, $3, person_id, 'session', address, user_agent, created_at, $4, expires_at from asked, ended
     returning expires_at as "expiresAt"`,
    [caller.tokenSha256, digestOf(token), o.loginId, o.now],
  );
  const [row] = rows;
  if (!row) throw new Refusal('SESSION_INVALID');
  return { token, expiresAt: row.expiresAt };
}

/** The session itself, or the one a swapped token belongs to. */
const ownOrParent = 'coalesce((select parent_sha256 from session where token_sha256 = $1), $1)';

/** @returns until when this session may change what protects the account; null if it may not now */
export async function confirmedUntil(db: Client, { tokenSha256 }: Caller, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select confirmed_at as at from session where token_sha256 = ${ownOrParent}`,
    [tokenSha256],
  );
  const until = (rows[0]?.at?.getTime() ?? 0) + confirmedMinutes * 60_000;
  return until > now.getTime() ? new Date(until) : null;
}

/** Records that the user verified their identity in this session. @returns until when that counts */
export async function confirmSession(db: Client, { tokenSha256 }: Caller, now: Date): Promise<Date> {
  await db.query(`update session set confirmed_at = $2 where token_sha256 = ${ownOrParent}`, [tokenSha256, now]);
  return new Date(now.getTime() + confirmedMinutes * 60_000);
}

/** @throws Refusal CONFIRM_FIRST (OWASP ASVS 5.0, 7.5.1): a stolen session alone must not change what protects the account. */
export async function requireConfirmed(db: Client, caller: Caller, now: Date): Promise<void> {
  if (!(await confirmedUntil(db, caller, now))) throw new Refusal('CONFIRM_FIRST');
}

/** Ends a session and the tokens swapped for it; a swapped token ends its session. */
export async function endSession(db: Client, caller: Caller): Promise<void> {
  await db.query(`delete from session where token_sha256 = ${ownOrParent}`, [caller.tokenSha256]);
}

/** Lists a person's sessions in all logins, last used first. */
export async function findPersonSessions(db: Client, caller: Caller, now: Date): Promise<SessionRow[]> {
  const { rows } = await db.query(
    `select id, address, user_agent as "userAgent", created_at as "createdAt", seen_at as "seenAt",
       token_sha256 = ${ownOrParent} as "isCurrent"
     from session where person_id = $2 and kind = 'session' and expires_at > $3 and seen_at > $4
     order by seen_at desc, id`,
    [caller.tokenSha256, caller.personId, now, idleSince(now)],
  );
  return rows as unknown as SessionRow[];
}

export interface SessionRow {
  id: string;
  address: string;
  userAgent: string;
  createdAt: Date;
  seenAt: Date;
  isCurrent: boolean;
}

/** The newest sessions of each person in all logins, last used first; at most `most` each. */
export async function listSessions(
  db: Client,
  personIds: readonly string[],
  o: { now: Date; most: number },
): Promise<{ personId: string; address: string; userAgent: string; beganAt: Date; seenAt: Date }[]> {
  const { rows } = await db.query<{
    personId: string;
    address: string;
    userAgent: string;
    beganAt: Date;
    seenAt: Date;
  }>(
    `select s.* from unnest($1::uuid[]) as wanted (id) cross join lateral (
       select person_id as "personId", address, user_agent as "userAgent", created_at as "beganAt", seen_at as "seenAt"
       from session where person_id = wanted.id and kind = 'session' and expires_at > $2 and seen_at > $3
       order by seen_at desc limit $4) as s`,
    [personIds, o.now, idleSince(o.now), o.most],
  );
  return rows;
}

export async function countLiveSessions(db: Client, personId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from session
     where person_id = $1 and kind = 'session' and expires_at > $2 and seen_at > $3`,
    [personId, now, idleSince(now)],
  );
  return rows[0]?.count ?? 0;
}

/** @returns false if the person has no such session */
export async function endPersonSession(db: Client, { personId }: Caller, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from session where id = $1 and person_id = $2 and kind = 'session'`, [
    id,
    personId,
  ]);
  return rowCount === 1;
}

/** Ends all sessions of the person except this one. @returns how many */
export async function endPersonSessions(db: Client, { tokenSha256, personId }: Caller): Promise<number> {
  const { rowCount } = await db.query(
    `delete from session where person_id = $2 and kind = 'session' and token_sha256 <> ${ownOrParent}`,
    [tokenSha256, personId],
  );
  return rowCount ?? 0;
}

/** Ends all sessions that act as this login or that its person began, except the given one with its swapped tokens. */
export async function endSessions(db: Client, loginId: string, except?: Caller): Promise<void> {
  await db.query(
    `delete from session where (login_id = $1 or person_id = $1) and ($2::bytea is null or (
       token_sha256 <> $2 and token_sha256 is distinct from (select parent_sha256 from session where token_sha256 = $2)
       and parent_sha256 is distinct from $2))`,
    [loginId, except?.tokenSha256 ?? null],
  );
}
