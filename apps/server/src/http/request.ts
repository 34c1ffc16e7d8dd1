import '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import { consolePath, type Language } from '@proofkeep/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of the desk, or of the console, whose cookie is sent to the console's calls alone. */
export const sessionCookieOf = ({ url }: FastifyRequest) =>
  url.startsWith(consolePath) ? { name: 'bq-console-token', path: consolePath } : { name: 'bq-x-token', path: '/' };

/** The language asked for (RFC 9110 §12.5.4); Chinese where nothing else is. */
export function languageAsked({ headers }: FastifyRequest): Language {
  const first = headers['accept-language']?.split(',')[0]?.trim().toLowerCase() ?? 'zh';
  return first.startsWith('zh') ? 'zh' : 'en';
}

/** Browsers say where a request comes from (Fetch Metadata, W3C); programs have no reason to. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

/**
 * A change that a page of another origin asks for (RFC 6454 §4: scheme, host and port), on whoever's behalf. Where the service
 * is reached over TLS, a page without it is another: whoever sits between can write one.
 */
export function isForeign({ headers, host, protocol }: FastifyRequest, isSecure: boolean): boolean {
  const scheme = isSecure ? 'https' : protocol;
  if (headers.origin !== undefined)
    return URL.parse(headers.origin)?.origin !== URL.parse(`${scheme}://${host}`)?.origin;
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** From the header of the one client or the other, else from the browser's cookie. */
export function tokenOf(request: FastifyRequest): string | null {
  const { headers, cookies } = request;
  const own = headers['x-auth-token'];
  if (typeof own === 'string' && own) return own;
  if (headers.authorization) return headers.authorization.replace(/^Bearer\s+/i, '');
  return cookies[sessionCookieOf(request).name] ?? null;
}

const browserCookie = 'bq-browser';
const yearSeconds = 31_536_000;

/** Whether the browser sent a secret by which it is known again. */
export const hasBrowserSecret = ({ cookies }: FastifyRequest): boolean =>
  /^[\w-]{43}$/.test(cookies[browserCookie] ?? '');

/**
 * Digest of the secret by which a browser is known again, signed in or not: what it began, no other browser can finish. It is
 * made and set with the reply where there is none yet.
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
