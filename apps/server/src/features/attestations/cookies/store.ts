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

export async function listProfiles(db: Client, loginId: string, now: Date): Promise<CookieProfile[]> {
  const { rows } = await db.query<ProfileRow & object>(
    `select ${columns} from cookie_profile where login_id = $1 and expires_at > $2 order by created_at desc, id`,
    [loginId, now],
  );
  return rows.map(profileOf);
}

/** Locks the login's profiles by its row, so that several requests at once make no more than `most`. */
export async function insertProfile(
  db: Client,
  o: { id: string; loginId: string; name: string; site: string; encrypted: Buffer; count: number; expiresAt: Date },
  most: number,
): Promise<CookieProfile | undefined> {
  await db.query('select from login where id = $1 for no key update', [o.loginId]);
  const { rows } = await db.query<ProfileRow & object>(
    `insert into cookie_profile (id, login_id, name, site, cookies, cookie_count, expires_at)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from cookie_profile where login_id = $2) < $8 returning ${columns}`,
    [o.id, o.loginId, o.name, o.site, o.encrypted, o.count, o.expiresAt, most],
  );
  return rows[0] && profileOf(rows[0]);
}

export async function deleteProfile(db: Client, loginId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from cookie_profile where login_id = $1 and id = $2', [loginId, id]);
  return rowCount === 1;
}

export async function deleteExpiredProfiles(db: Client, now: Date): Promise<void> {
  await db.query('delete from cookie_profile where expires_at <= $1', [now]);
}

/** The site of a login's profile that has not expired. */
export async function findProfileSite(
  db: Client,
  { loginId, id, now }: { loginId: string; id: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await db.query<{ site: string }>(
    'select site from cookie_profile where login_id = $1 and id = $2 and expires_at > $3',
    [loginId, id, now],
  );
  return rows[0]?.site;
}

/** The encrypted cookies for a capture of an attestation's login; undefined once they are deleted or expired. */
export async function useProfile(db: Client, o: { ano: string; id: string; now: Date }): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ cookies: Buffer }>(
    `update cookie_profile p set used_at = $3 from attestation a
     where a.ano = $1 and p.login_id = a.login_id and p.id = $2 and p.expires_at > $3 returning p.cookies`,
    [o.ano, o.id, o.now],
  );
  return rows[0]?.cookies;
}
