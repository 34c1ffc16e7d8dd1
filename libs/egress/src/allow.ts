import { BlockList, isIP } from 'node:net';

/** Non-public destinations that the operator allowed. */
export interface Allowed {
  /** Whether a destination is allowed: `host:port` entries allow a name whatever it resolves to, ranges allow every port. */
  covers(host: string, port: number, address: string): boolean;
}

/**
 * Parses `host:port`, `address:port`, `[v6]:port` and CIDR entries.
 * @throws Error naming the first entry that is none of these
 */
export function parseAllowed(entries: readonly string[]): Allowed {
  const places = new Set<string>();
  const ranges = new BlockList();
  for (const text of entries) {
    const entry = text.trim();
    const place = placeOf(entry);
    if (place) places.add(place);
    else if (!addRange(ranges, entry))
      throw new Error(`EGRESS_ALLOW: "${entry}" is not host:port, address:port or a CIDR range.`);
  }
  return {
    covers: (host, port, address) =>
      places.has(`${host}:${port}`) ||
      places.has(`${address}:${port}`) ||
      (isIP(address) !== 0 && ranges.check(address, familyOf(address))),
  };
}

/** `host:port` with the host as the browser spells it. */
function placeOf(entry: string): string | undefined {
  const [, host = '', port] = /^(\[[^\]]+\]|[^:/\s]+):(\d{1,5})$/.exec(entry) ?? [];
  const canonical = canonicalHost(host);
  if (canonical === null || Number(port) < 1 || Number(port) > 65535) return undefined;
  return `${canonical}:${Number(port)}`;
}

function addRange(ranges: BlockList, entry: string): boolean {
  const [, address = '', prefix] = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/.exec(entry) ?? [];
  if (isIP(address) === 0 || Number(prefix) > (isIP(address) === 4 ? 32 : 128)) return false;
  ranges.addSubnet(address, Number(prefix), familyOf(address));
  return true;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Normalizes a host as browsers do (WHATWG URL): `0x7f.1`, `127.1` and full-width digits become the address they mean.
 * IPv6 addresses lose their brackets. @returns null if the text is not a host
 */
export function canonicalHost(host: string): string | null {
  const bare = unbracket(host);
  const url = URL.parse(`http://${bare.includes(':') ? `[${bare}]` : bare}`);
  // A path, port or user name would show in `href`.
  if (!url?.hostname || url.href !== `http://${url.hostname}/`) return null;
  return unbracket(url.hostname);
}

/** Removes the brackets of an IPv6 literal: `[::1]` becomes `::1`. */
export const unbracket = (host: string): string => host.replace(/^\[|\]$/g, '');
