import { BlockList, isIP } from 'node:net';

/** Destinations an operator opened although they are not public. */
export interface Allowed {
  /** `name:port` entries let a name through whatever it resolves to; ranges let addresses through on every port. */
  covers(host: string, port: number, address: string): boolean;
}

/**
 * Reads `host:port`, `address:port`, `[v6]:port` and CIDR entries.
 * @throws Error naming the entry that is none of these.
 */
export function parseAllowed(entries: readonly string[]): Allowed {
  const places = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries) {
    const range = /^(.+)\/(\d{1,3})$/.exec(entry);
    const family = range?.[1] ? isIP(range[1]) : 0;
    if (range?.[1] && family) {
      ranges.addSubnet(range[1], Number(range[2]), family === 4 ? 'ipv4' : 'ipv6');
      continue;
    }
    const place = /^(\[[^\]]+\]|[^:/\s]+):(\d{1,5})$/.exec(entry);
    if (!place?.[1] || Number(place[2]) < 1 || Number(place[2]) > 65535)
      throw new Error(`EGRESS_ALLOW: "${entry}" is not host:port, address:port or a CIDR range.`);
    places.add(`${unbracket(place[1]).toLowerCase()}:${Number(place[2])}`);
  }
  return {
    covers: (host, port, address) =>
      places.has(`${host}:${port}`) ||
      places.has(`${address}:${port}`) ||
      (isIP(address) !== 0 && ranges.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')),
  };
}

export const unbracket = (host: string): string => host.replace(/^\[|\]$/g, '');
