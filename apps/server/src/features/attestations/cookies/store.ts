import { type AttestationState, type CookieProfile, stateGroups } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

interface ProfileRow {
  id: string;
  name: string;
  site: string;
  cookies: number;
  expiresAt: Date;
  submissionId: string | null;
}

const columns = 'id, name, site, cookie_count as cookies, expires_at as "expiresAt", submission_id as "submissionId"';

const profileOf = ({ expiresAt, ...row }: ProfileRow): CookieProfile => ({
  ...row,
  expiresAt: expiresAt.toISOString(),
});

/** The owner of a profile: the login, and the person who acted as it. */
interface ProfileUser {
  loginId: string;
  personId: string;
}

export async function listProfiles(
  db: Client,
  { loginId, personId }: ProfileUser,
  now: Date,
): Promise<CookieProfile[]> {
  const { rows } = await db.query<ProfileRow & object>(
    `select ${columns} from cookie_profile where login_id = $1 and person_id = $2 and expires_at > $3
     order by created_at desc, id`,
    [loginId, personId, now],
  );
  return rows.map(profileOf);
}

/** Locks the login's row, so that concurrent requests together create at most `most` profiles. */
export async function insertProfile(
  db: Client,
  o: ProfileUser & { id: string; name: string; site: string; encrypted: Buffer; count: number; expiresAt: Date },
  most: number,
): Promise<CookieProfile | undefined> {
  await db.query('select from login where id = $1 for no key update', [o.loginId]);
  const { rows } = await db.query<ProfileRow & object>(
    `insert into cookie_profile (id, login_id, person_id, name, site, cookies, cookie_count, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where (select count(*) from cookie_profile where login_id = $2 and person_id = $3) < $9 returning ${columns}`,
    [o.id, o.loginId, o.personId, o.name, o.site, o.encrypted, o.count, o.expiresAt, most],
  );
  return rows[0] && profileOf(rows[0]);
}

export async function deleteProfile(db: Client, { loginId, personId }: ProfileUser, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from cookie_profile where login_id = $1 and person_id = $2 and id = $3', [
    loginId,
    personId,
    id,
  ]);
  return rowCount === 1;
}

export async function deleteExpiredProfiles(db: Client, now: Date): Promise<void> {
  await db.query('delete from cookie_profile where expires_at <= $1', [now]);
}

/** Deletes unused profiles of closed accounts, and of users who closed their own account. */
export async function deleteProfilesOfClosed(db: Client): Promise<void> {
  await db.query(
    `delete from cookie_profile p using login l where l.id = p.login_id and p.submission_id is null and exists (
       select from login c where c.state = 'closed' and (c.id = p.person_id or c.account_id = l.account_id))`,
  );
}

/** Locks a user's unexpired profile, so that only one submission can take it. */
export async function lockProfile(
  db: Client,
  { loginId, personId }: ProfileUser,
  { id, now }: { id: string; now: Date },
): Promise<{ site: string; submissionId: string | null } | undefined> {
  const { rows } = await db.query<{ site: string; submissionId: string | null }>(
    `select site, submission_id as "submissionId" from cookie_profile
     where login_id = $1 and person_id = $2 and id = $3 and expires_at > $4 for update`,
    [loginId, personId, id, now],
  );
  return rows[0];
}

/** Binds a profile to the submission that uses it. */
export async function bindProfile(
  db: Client,
  { id, submissionId }: { id: string; submissionId: string },
): Promise<void> {
  await db.query('update cookie_profile set submission_id = $2 where id = $1', [id, submissionId]);
}

/** Locks the profile of an attestation's submission until the transaction ends, so that its cookies are not deleted meanwhile. */
export async function lockProfileOf(db: Client, ano: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select p.id from attestation a join cookie_profile p on p.submission_id = a.submission_id where a.ano = $1 for update of p`,
    [ano],
  );
  return rows[0]?.id;
}

const ended: readonly AttestationState[] = [...stateGroups.preserved, ...stateGroups.ended];

/**
 * Whether an attestation in this state no longer needs cookies: its page is opened again only if the holder retries.
 */
export const isEnded = (state: AttestationState): boolean => ended.includes(state);

/**
 * Deletes the profile of an attestation's submission once all its captures have ended. Locks the row first: if two
 * captures end at the same time, the second one sees that both have ended.
 */
export async function deleteProfileOfEnded(db: Client, ano: string): Promise<void> {
  const id = await lockProfileOf(db, ano);
  if (id === undefined) return;
  await db.query(
    `delete from cookie_profile p where id = $1 and not exists (
       select from attestation a where a.submission_id = p.submission_id and a.state <> all ($2))`,
    [id, ended],
  );
}

/** The profile of an attestation's submission and its user; undefined once it is deleted or expired. */
export async function findCookiesFor(
  db: Client,
  o: { ano: string; id: string; now: Date },
): Promise<{ site: string; encrypted: Buffer } | undefined> {
  const { rows } = await db.query<{ site: string; encrypted: Buffer }>(
    `select p.site, p.cookies as encrypted from attestation a
     join cookie_profile p
       on p.submission_id = a.submission_id and p.login_id = a.login_id and p.person_id = a.person_id
     where a.ano = $1 and p.id = $2 and p.expires_at > $3`,
    [o.ano, o.id, o.now],
  );
  return rows[0];
}

/** The submitter of a page that is opened with a profile; undefined for any other page. */
export async function findSignedInUser(db: Client, ano: string): Promise<ProfileUser | undefined> {
  const { rows } = await db.query<ProfileUser & object>(
    `select login_id as "loginId", person_id as "personId" from attestation
     where ano = $1 and job ->> 'cookieProfileId' is not null`,
    [ano],
  );
  return rows[0];
}
