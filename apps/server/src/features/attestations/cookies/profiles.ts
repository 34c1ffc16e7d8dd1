import {
  type attestationCalls,
  type Failure,
  type InputOf,
  cookieProfiles as limits,
  type Message,
  message,
  mostProfileCookies,
  ProfileCookie,
} from '@proofkeep/contract';
import { type Allowed, unbracket } from '@proofkeep/egress';
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
  findCookiesFor,
  findProfileSite,
  findSignedInUser,
  insertProfile,
  listProfiles,
  markUsed,
} from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

const dayMs = 24 * 3_600_000;
const placeOf = (id: string) => `cookie_profile.cookies:${id}`;

export const cookieProfiles = async (_input: unknown, { db, caller, now }: User) => ({
  list: await listProfiles(db, caller, now),
});

/** @throws Refusal COOKIES_INVALID, COOKIE_PROFILES_FULL */
export async function saveCookieProfile(
  { name, site, cookies: text, days }: InputOf<Calls['saveCookieProfile']>,
  { db, caller, services, now, audit }: User,
) {
  const cookies = parseCookies(text, site);
  if (!cookies) throw new Refusal('COOKIES_INVALID', { values: { site, max: mostProfileCookies } });
  await deleteExpiredProfiles(db, now);
  const id = await newId(db);
  const encrypted = services.vault.encrypt(JSON.stringify(cookies), placeOf(id));
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const { loginId, personId } = caller;
  const row = { id, loginId, personId, name, site, encrypted, count: cookies.length, expiresAt };
  const saved = await insertProfile(db, row, limits.count);
  if (!saved) throw new Refusal('COOKIE_PROFILES_FULL', { values: { max: limits.count } });
  audit({ profile: id, site });
  return saved;
}

export async function deleteCookieProfile({ id }: InputOf<Calls['deleteCookieProfile']>, { db, caller, audit }: User) {
  if (!(await deleteProfile(db, caller, id))) throw new Refusal('NOT_FOUND');
  audit({ profile: id });
  return null;
}

/**
 * Checks that a profile is for each URL, with the reason for those that it isn't for. Plain http is for destinations that the
 * operator opened alone: anyone on the way could read the cookies.
 * @throws Refusal NOT_FOUND for a profile of another user, or one that has expired
 */
export async function checkSite(
  { db, caller, now }: User,
  id: string | undefined,
  allowed: Allowed,
): Promise<(url: URL) => Message | null> {
  if (id === undefined) return () => null;
  const site = await findProfileSite(db, caller, { id, now });
  if (site === undefined) throw new Refusal('NOT_FOUND');
  return (url) => {
    if (!isOn(site, url)) return message('cookies.other-site', { site });
    const host = unbracket(url.hostname);
    const isSafe = url.protocol === 'https:' || allowed.covers(host, Number(url.port || 80), host);
    return isSafe ? null : message('cookies.not-https');
  };
}

/** Whether a URL is on the site of a profile: its host or below it. */
const isOn = (site: string, { hostname }: URL): boolean => hostname === site || hostname.endsWith(`.${site}`);

/** The cookies for a capture, or why it can't have them. */
export type CookiesFor = { ok: true; cookies: ProfileCookie[] } | { ok: false; failure: Failure };

/**
 * The cookies for a capture: of the user who submitted it, and for a URL on the profile's site. The URL is checked again because
 * a job can reach another one than the user submitted, such as that of a linked page.
 */
export async function cookiesFor(
  db: Client,
  vault: Vault,
  o: { ano: string; url: string; id: string; now: Date },
): Promise<CookiesFor> {
  const profile = await findCookiesFor(db, o);
  if (!profile) return { ok: false, failure: { code: 'COOKIES_GONE', said: message('cookies.gone') } };
  const { site, encrypted } = profile;
  const url = URL.parse(o.url);
  if (!url || !isOn(site, url))
    return { ok: false, failure: { code: 'COOKIES_OTHER_SITE', said: message('cookies.other-site', { site }) } };
  await markUsed(db, o);
  const cookies = z.array(ProfileCookie).parse(JSON.parse(vault.decrypt(encrypted, placeOf(o.id))));
  return { ok: true, cookies };
}

/**
 * Checks that a page opened with a signed-in profile is captured again by the user who submitted it.
 * @throws Refusal COOKIES_OF_OTHER_USER
 */
export async function requireOwnCookies({ db, caller }: Pick<User, 'db' | 'caller'>, ano: string): Promise<void> {
  const user = await findSignedInUser(db, ano);
  if (user && (user.loginId !== caller.loginId || user.personId !== caller.personId))
    throw new Refusal('COOKIES_OF_OTHER_USER');
}
