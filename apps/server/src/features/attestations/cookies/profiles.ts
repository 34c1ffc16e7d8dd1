import {
  type attestationCalls,
  type InputOf,
  cookieProfiles as limits,
  type Message,
  message,
  ProfileCookie,
} from '@proofkeep/contract';
import { z } from 'zod';
import type { Client } from '../../../database/client.ts';
import { newId } from '../../../database/ids.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Vault } from '../../../kit/vault.ts';
import { parseCookies } from './parse.ts';
import {
  deleteExpiredProfiles,
  deleteProfile,
  findProfileSite,
  insertProfile,
  listProfiles,
  useProfile,
} from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

const dayMs = 24 * 3_600_000;
const placeOf = (id: string) => `cookie_profile.cookies:${id}`;

export const cookieProfiles = async (_input: unknown, { db, caller, now }: User) => ({
  list: await listProfiles(db, caller.loginId, now),
});

/** @throws Refusal COOKIES_INVALID, COOKIE_PROFILES_FULL */
export async function saveCookieProfile(
  { name, site, cookies: text, days }: InputOf<Calls['saveCookieProfile']>,
  { db, caller, services, now, audit }: User,
) {
  const cookies = parseCookies(text, site);
  if (!cookies) throw new Refusal('COOKIES_INVALID', { values: { site } });
  await deleteExpiredProfiles(db, now);
  const id = await newId(db);
  const encrypted = services.vault.encrypt(JSON.stringify(cookies), placeOf(id));
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const row = { id, loginId: caller.loginId, name, site, encrypted, count: cookies.length, expiresAt };
  const saved = await insertProfile(db, row, limits.count);
  if (!saved) throw new Refusal('COOKIE_PROFILES_FULL', { values: { max: limits.count } });
  audit({ profile: id, site });
  return saved;
}

export async function deleteCookieProfile({ id }: InputOf<Calls['deleteCookieProfile']>, { db, caller, audit }: User) {
  if (!(await deleteProfile(db, caller.loginId, id))) throw new Refusal('NOT_FOUND');
  audit({ profile: id });
  return null;
}

/**
 * Checks that a profile is for each URL, with the reason for those that it isn't for.
 * @throws Refusal NOT_FOUND for a profile of another user, or one that has expired
 */
export async function checkSite(
  { db, caller, now }: User,
  id: string | undefined,
): Promise<(url: URL) => Message | null> {
  if (id === undefined) return () => null;
  const site = await findProfileSite(db, { loginId: caller.loginId, id, now });
  if (site === undefined) throw new Refusal('NOT_FOUND');
  return ({ hostname }) =>
    hostname === site || hostname.endsWith(`.${site}`) ? null : message('cookies.other-site', { site });
}

/** The cookies for a capture; undefined once its profile is deleted or expired. */
export async function cookiesFor(
  db: Client,
  vault: Vault,
  o: { ano: string; id: string; now: Date },
): Promise<ProfileCookie[] | undefined> {
  const encrypted = await useProfile(db, o);
  return encrypted && z.array(ProfileCookie).parse(JSON.parse(vault.decrypt(encrypted, placeOf(o.id))));
}
