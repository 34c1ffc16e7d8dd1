import '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import { consolePath, type Language, partyPath } from '@proofkeep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferencesIn } from './encodings.ts';

/** Session cookie of the desk, the console or a party. Browsers send the last two only to the calls they are for. */
export function sessionCookieOf({ url }: FastifyRequest): { name: string; path: string } {
  if (url.startsWith(consolePath)) return { name: 'bq-console-token', path: consolePath };
  return url.startsWith(partyPath) ? { name: 'bq-party-token', path: partyPath } : { name: 'bq-x-token', path: '/' };
}

/** Cookie of the language chosen on the site (apps/web/src/ui/words/language.ts). */
const languageCookie = 'bq-language';
const isLanguage = (text: string | undefined): text is Language => text === 'zh' || text === 'en';

/**
 * The language of a reply: chosen on the site, otherwise the preferred one of the two by `Accept-Language` (RFC 9110
 * §12.5.4). English if only other languages are requested, Chinese if none is.
 */
export function languageAsked({ headers, cookies }: FastifyRequest): Language {
  // Absent where the framework refuses a request before it reads cookies.
  const chosen = (cookies as FastifyRequest['cookies'] | undefined)?.[languageCookie];
  return isLanguage(chosen) ? chosen : preferredLanguage(headers['accept-language'] ?? '');
}

function preferredLanguage(header: string): Language {
  const asked = preferencesIn(header).filter(({ weight }) => weight > 0);
  const names = asked.map(({ name }) => name.split('-')[0]);
  return names.find(isLanguage) ?? (names.some((name) => name !== '*') ? 'en' : 'zh');
}

/** The language of a reply to a request that could not be parsed, from the bytes that arrived last. */
export function languageInPacket(packet: string): Language {
  const chosen = new RegExp(`[ ;]${languageCookie}=(\\w+)`).exec(packet)?.[1];
  return isLanguage(chosen) ? chosen : preferredLanguage(/^accept-language:(.*)$/im.exec(packet)?.[1]?.trim() ?? '');
}

/** Browsers send Fetch Metadata (W3C) or Origin; programs have no reason to. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

/**
 * Whether a page of another origin (RFC 6454 §4: scheme, host and port) sent the request. If the service is reached
 * over TLS, a page without TLS is foreign, because an attacker on the network could have written it.
 */
export function isForeign({ headers, host, protocol }: FastifyRequest, isSecure: boolean): boolean {
  const scheme = isSecure ? 'https' : protocol;
  if (headers.origin !== undefined)
    return URL.parse(headers.origin)?.origin !== URL.parse(`${scheme}://${host}`)?.origin;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** The token from a header, else from the browser's cookie. */
export function tokenOf(request: FastifyRequest): string | null {
  return headerToken(request) ?? request.cookies[sessionCookieOf(request).name] ?? null;
}

/** Whether the request names its token in a header, which no browser adds by itself. */
export const hasHeaderToken = (request: FastifyRequest): boolean => headerToken(request) !== null;

function headerToken({ headers }: FastifyRequest): string | null {
  const own = headers['x-auth-token'];
  if (typeof own === 'string' && own) return own;
  return headers.authorization ? headers.authorization.replace(/^Bearer\s+/i, '') : null;
}

const browserCookie = 'bq-browser';
const yearSeconds = 31_536_000;

/** Whether the browser sent its secret. */
export const hasBrowserSecret = ({ cookies }: FastifyRequest): boolean =>
  /^[\w-]{43}$/.test(cookies[browserCookie] ?? '');

/**
 * Digest of the secret that identifies a browser, signed in or not, so that only this browser can finish what it began.
 * Sets a new secret with the reply if it is missing.
 */
export function browserSha256(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Buffer {
  const known = hasBrowserSecret(request) ? request.cookies[browserCookie] : undefined;
  const secret = known ?? randomBytes(32).toString('base64url');
  if (known === undefined) {
    const options = {
      path: '/creditor/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: yearSeconds,
    } as const;
    request.cookies[browserCookie] = secret;
    void reply.setCookie(browserCookie, secret, options);
  }
  return createHash('sha256').update(secret).digest();
}
