import { mostProfileCookies, type ProfileCookie, ProfileCookie as Schema } from '@proofkeep/contract';
import { parse } from 'tldts';
import { z } from 'zod';

const Exported = z.array(
  z.object({
    name: z.string(),
    value: z.string(),
    domain: z.string().optional(),
    path: z.string().optional(),
    secure: z.boolean().optional(),
    httpOnly: z.boolean().optional(),
  }),
);

/**
 * Reads the cookies of one site from a `Cookie` header (RFC 6265 §4.2), a browser extension's JSON export, or a
 * cookies.txt file (Netscape). Ignores cookies of other sites. @returns null if there are none, or too many
 */
export function parseCookies(text: string, site: string): ProfileCookie[] | null {
  const trimmed = text.trim();
  const found = trimmed.startsWith('[')
    ? ofJson(trimmed)
    : trimmed.includes('\t')
      ? ofFile(trimmed)
      : ofHeader(trimmed);
  const own = found.flatMap((cookie) => {
    const parsed = Schema.safeParse(cookie);
    return parsed.success && isOf(parsed.data.domain, site) ? [parsed.data] : [];
  });
  return own.length > 0 && own.length <= mostProfileCookies ? own : null;
}

/** Whether sites of different owners are below a host (`com.cn`, `github.io`), by the Public Suffix List with its private part. */
export const isPublicSuffix = (host: string): boolean =>
  parse(host, { allowPrivateDomains: true }).publicSuffix === host;

/** Whether a cookie's domain is the site, a parent or a subdomain of it, under the same registrable domain. */
function isOf(domain: string | null, site: string): boolean {
  if (domain === null) return true;
  const host = domain.replace(/^\./, '').toLowerCase();
  return !isPublicSuffix(host) && (host === site || site.endsWith(`.${host}`) || host.endsWith(`.${site}`));
}

function ofHeader(text: string): unknown[] {
  return text
    .replace(/^cookie:/i, '')
    .split(/;\s*|\n/)
    .flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim(), domain: null }] : [];
    });
}

function ofJson(text: string): unknown[] {
  try {
    return Exported.parse(JSON.parse(text)).map(({ domain = null, ...cookie }) => ({
      name: cookie.name,
      value: cookie.value,
      domain,
      path: cookie.path ?? '/',
      secure: cookie.secure ?? false,
      httpOnly: cookie.httpOnly ?? false,
    }));
  } catch {
    return [];
  }
}

/** Lines have seven fields; `#HttpOnly_` before the domain is not a comment. */
function ofFile(text: string): unknown[] {
  return text.split('\n').flatMap((line) => {
    const httpOnly = line.startsWith('#HttpOnly_');
    if (line.startsWith('#') && !httpOnly) return [];
    const [domain, , path, secure, , name, value] = line
      .replace(/^#HttpOnly_/, '')
      .trim()
      .split('\t');
    if (!domain || !name || value === undefined) return [];
    return [{ name, value, domain, path: path || '/', secure: secure === 'TRUE', httpOnly }];
  });
}
