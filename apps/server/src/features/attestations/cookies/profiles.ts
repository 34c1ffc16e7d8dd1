import {
  type attestationCalls,
  type Failure,
  fieldError,
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
import { isPublicSuffix, parseCookies } from './parse.ts';
import {
  bindProfile,
  deleteExpiredProfiles,
  deleteProfile,
  findCookiesFor,
  findSignedInUser,
  insertProfile,
  listProfiles,
  lockProfile,
  lockProfileOf,
} from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

const dayMs = 24 * 3_600_000;
const placeOf = (id: string) => `cookie_profile.cookies:${id}`;

export const cookieProfiles = async (_input: unknown, { db, caller, now }: User) => ({
  list: await listProfiles(db, caller, now),
});

/** @throws Refusal INPUT_INVALID for a site such as `github.io`, COOKIES_INVALID, COOKIE_PROFILES_FULL */
export async function saveCookieProfile(
  { name, site, cookies: text, days }: InputOf<Calls['saveCookieProfile']>,
  { db, caller, services, now, audit, language }: User,
) {
  if (isPublicSuffix(site)) throw new Refusal('INPUT_INVALID', { fields: [fieldError('site', 'oneSite', language)] });
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

/** The profile that a submission uses, as far as the submission needs it. */
interface UsableProfile {
  /** Why the profile can't be used for a URL; null if it can. */
  whyNot(url: URL): Message | null;
  /** Binds the profile to the submission; no other submission can use it afterwards. */
  bindTo(submissionId: string): Promise<void>;
}

/**
 * Locks the profile that a submission names. Plain http is allowed only for destinations that the operator opened,
 * because anyone on the way could read the cookies.
 * @throws Refusal NOT_FOUND for a profile of another user, or one that has expired; COOKIES_USED if another submission
 * uses it
 */
export async function takeProfile(
  { db, caller, now }: User,
  id: string | undefined,
  allowed: Allowed,
): Promise<UsableProfile> {
  if (id === undefined) return { whyNot: () => null, bindTo: async () => {} };
  const profile = await lockProfile(db, caller, { id, now });
  if (!profile) throw new Refusal('NOT_FOUND');
  if (profile.submissionId !== null) throw new Refusal('COOKIES_USED');
  return {
    whyNot: (url) => whyNotFor(profile.site, url, allowed),
    bindTo: (submissionId) => bindProfile(db, { id, submissionId }),
  };
}

function whyNotFor(site: string, url: URL, allowed: Allowed): Message | null {
  if (!isOn(site, url)) return message('cookies.other-site', { site });
  const host = unbracket(url.hostname);
  const isSafe = url.protocol === 'https:' || allowed.covers(host, Number(url.port || 80), host);
  return isSafe ? null : message('cookies.not-https');
}

/** Whether a URL is on the site of a profile: its host or a subdomain. */
const isOn = (site: string, { hostname }: URL): boolean => hostname === site || hostname.endsWith(`.${site}`);

/** The cookies for a capture, or the reason it can't have them. */
export type CookiesFor = { ok: true; cookies: ProfileCookie[] } | { ok: false; failure: Failure };

/**
 * The cookies for a capture: they must belong to its submission and its submitter, and the URL must be on the profile's
 * site. The URL is checked again because a job can reach a URL other than the one submitted, such as that of a linked
 * page.
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
  const cookies = z.array(ProfileCookie).parse(JSON.parse(vault.decrypt(encrypted, placeOf(o.id))));
  return { ok: true, cookies };
}

/**
 * Checks before a retry with a signed-in profile that the caller submitted the page and that the cookies still exist.
 * Locks them against deletion until the transaction ends.
 * @throws Refusal COOKIES_OF_OTHER_USER, COOKIES_DELETED
 */
export async function requireOwnCookies({ db, caller }: Pick<User, 'db' | 'caller'>, ano: string): Promise<void> {
  const user = await findSignedInUser(db, ano);
  if (!user) return;
  if (user.loginId !== caller.loginId || user.personId !== caller.personId) throw new Refusal('COOKIES_OF_OTHER_USER');
  if ((await lockProfileOf(db, ano)) === undefined) throw new Refusal('COOKIES_DELETED');
}
