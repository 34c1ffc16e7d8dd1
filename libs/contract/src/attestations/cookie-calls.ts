import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { count } from '../shared/lists.ts';

const time = z.iso.datetime();

/**
 * Limits of signed-in profiles: characters of a name and of the pasted cookies, days until a profile expires, and
 * profiles per user.
 */
export const cookieProfiles = { name: 40, text: 200_000, days: 30, count: 20 } as const;

/** A signed-in profile: cookies of one site for the captures of one submission. Their values are never returned. */
export const CookieProfile = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Host of the site; its subdomains belong to it. Never a suffix that many share, such as `github.io`. */
  site: z.string(),
  /** Number of its cookies. */
  cookies: z.int(),
  expiresAt: time,
  /**
   * The submission that uses it; null before it is selected for one. Once the submission's captures have ended, the
   * profile is deleted.
   */
  submissionId: z.uuid().nullable(),
});
export type CookieProfile = z.infer<typeof CookieProfile>;

/** Records of the calls about signed-in profiles, which belong to the user who saved them. */
export const cookieCalls = {
  cookieProfiles: call({
    method: 'GET',
    path: '/creditor/attestations/cookies',
    who: 'user',
    needs: 'preserve',
    summary:
      'Lists your signed-in profiles that have not expired, newest first. The cookies themselves are never returned.',
    input: nothing,
    reply: z.strictObject({ list: z.array(CookieProfile) }),
  }),
  saveCookieProfile: call({
    method: 'POST',
    path: '/creditor/attestations/cookies',
    who: 'user',
    needs: 'preserve',
    summary:
      'Saves cookies of one site, encrypted, for the captures of one submission. They are deleted once these have ended, or when they expire.',
    maxBytes: 2 ** 20,
    input: z.strictObject({
      name: z.string().trim().min(1).max(cookieProfiles.name),
      /** Host name, such as `shop.example`. */
      site: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/),
      /** A `Cookie` header, a browser extension's JSON export, or a cookies.txt file. */
      cookies: z.string().min(1).max(cookieProfiles.text),
      days: count.min(1).max(cookieProfiles.days).default(1),
    }),
    reply: CookieProfile,
    refusals: ['COOKIES_INVALID', 'COOKIE_PROFILES_FULL'],
    limits: [{ per: 'login', times: 60, seconds: 3_600 }],
    audit: 'cookies.saved',
  }),
  deleteCookieProfile: call({
    method: 'DELETE',
    path: '/creditor/attestations/cookies/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Deletes a signed-in profile. Captures that wait for it fail, at no charge.',
    input: z.strictObject({ id: z.uuid() }),
    reply: nil,
    audit: 'cookies.deleted',
  }),
};
