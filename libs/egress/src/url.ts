import { isIP } from 'node:net';
import { type Message, message } from '@proofkeep/contract';
import { isPublicAddress } from './address.ts';
import { type Allowed, unbracket } from './allow.ts';

/** Ports of services that do not speak HTTP; captured pages must not reach them. */
const deniedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 138, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530,
  531, 532, 540, 548, 554, 556, 563, 587, 601, 631, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049,
  2375, 2376, 3306, 3389, 3659, 4045, 5060, 5061, 5432, 5900, 5984, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6697, 9200, 9300, 10080, 11211, 27017,
]);

/** Whether a port is out of range or belongs to a service that does not speak HTTP. */
export const isDeniedPort = (port: number): boolean => port < 1 || port > 65535 || deniedPorts.has(port);

/** The parsed URL, or a sentence for the user that says why it cannot be captured. */
export type CheckedUrl = { ok: true; url: URL } | { ok: false; message: Message };

/**
 * Checks a URL before anything is sent. Parses it as browsers do (WHATWG URL), so that every spelling of a private
 * address is recognized. The proxy later checks what names resolve to.
 */
export function checkUrl(text: string, allowed: Allowed): CheckedUrl {
  const url = URL.parse(text.trim());
  if (!url) return { ok: false, message: message('url.not-an-address') };
  const refused = whyNot(url, allowed);
  return refused ? { ok: false, message: refused } : { ok: true, url };
}

function whyNot(url: URL, allowed: Allowed): Message | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return message('url.scheme', { scheme: url.protocol });
  if (url.username || url.password) return message('url.credentials');
  const host = unbracket(url.hostname);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (allowed.covers(host, port, host)) return null;
  if (isDeniedPort(port)) return message('egress.port', { port });
  if (isIP(host) && !isPublicAddress(host)) return message('egress.not-public', { address: host });
  if (/^(.+\.)?localhost\.?$/.test(host)) return message('egress.this-machine', { address: host });
  return null;
}
