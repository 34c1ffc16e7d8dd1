import type { CookieProfile } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

interface ProfileRow {
  id: string;
  name: string;
  site: string;
  cookies: number;
  expiresAt: Date;
  usedAt: Date | null;
}

const columns = 'id, name, site, cookie_count as cookies, expires_at as "expiresAt", used_at as "usedAt"';

const profileOf = ({ expiresAt, usedAt, ...row }: ProfileRow): CookieProfile => ({
  ...row,
  expiresAt: expiresAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

/** Who saved a profile: the identity and the person who acted as it. */
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

/** Locks the user's profiles by the login's row, so that several requests at once make no more than `most`. */
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

/** The site of a user's profile that has not expired. */
export async function findProfileSite(
  db: Client,
  { loginId, personId }: ProfileUser,
  { id, now }: { id: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await db.query<{ site: string }>(
    'select site from cookie_profile where login_id = $1 and person_id = $2 and id = $3 and expires_at > $4',
    [loginId, personId, id, now],
  );
  return rows[0]?.site;
}

/** The profile of the user who submitted an attestation; undefined once it is deleted or expired. */
export async function findCookiesFor(
  db: Client,
  o: { ano: string; id: string; now: Date },
): Promise<{ site: string; encrypted: Buffer } | undefined> {
  const { rows } = await db.query<{ site: string; encrypted: Buffer }>(
    `select p.site, p.cookies as encrypted from attestation a
     join cookie_profile p on p.login_id = a.login_id and p.person_id = a.person_id
     where a.ano = $1 and p.id = $2 and p.expires_at > $3`,
    [o.ano, o.id, o.now],
  );
  return rows[0];
}

export async function markUsed(db: Client, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.query('update cookie_profile set used_at = $2 where id = $1', [id, now]);
}

/** Who submitted a page that is opened with a profile; undefined for any other page. */
export async function findSignedInUser(db: Client, ano: string): Promise<ProfileUser | undefined> {
  const { rows } = await db.query<ProfileUser & object>(
    `select login_id as "loginId", person_id as "personId" from attestation
     where ano = $1 and job ->> 'cookieProfileId' is not null`,
    [ano],
  );
  return rows[0];
}
