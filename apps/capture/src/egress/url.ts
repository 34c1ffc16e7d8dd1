import { isIP } from 'node:net';
import { isPublicAddress } from './address.ts';
import { type Allowed, unbracket } from './allow.ts';

/** Ports of services that speak no HTTP and that a page must not be made to talk to. */
const deniedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530,
  531, 532, 540, 548, 554, 556, 563, 587, 601, 631, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049,
  2375, 2376, 3306, 3389, 3659, 4045, 5060, 5061, 5432, 5900, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6697, 9200, 9300, 10080, 11211, 27017,
]);

export const isDeniedPort = (port: number): boolean => port < 1 || port > 65535 || deniedPorts.has(port);

export type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: string };

/**
 * What can be said of an address before anything is sent: parsed as the browser parses it (WHATWG URL), so that every
 * spelling of a private address is seen for what it is. Names are judged by what they resolve to, in the proxy.
 */
export function checkUrl(text: string, allowed: Allowed): CheckedUrl {
  const url = URL.parse(text.trim());
  const reason = url
    ? whyNot(url, allowed)
    : 'This is not a web address. It should look like https://example.com/page.';
  return url && reason === null ? { ok: true, url } : { ok: false, reason: reason ?? '' };
}

function whyNot(url: URL, allowed: Allowed): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `Only http and https addresses can be preserved, not "${url.protocol}".`;
  if (url.username || url.password) return 'The address contains a user name or password. Remove it and try again.';
  const host = unbracket(url.hostname);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (allowed.covers(host, port, host)) return null;
  if (isDeniedPort(port)) return `Port ${port} is not one that web pages are served on.`;
  if (isIP(host) && !isPublicAddress(host)) return `${host} is not an address on the public internet.`;
  if (/^(.+\.)?localhost\.?$/.test(host)) return `${host} is this machine itself, not a page on the public internet.`;
  return null;
}
