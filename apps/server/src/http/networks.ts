import { isIP } from 'node:net';

/**
 * Networks by which an address is rate-limited, narrowest first. An IPv4 address is one network. A single IPv6 customer
 * holds at least a /64 and often a /48 (RFC 6177, RIPE-690), so counting single addresses would have no effect.
 */
export function networksOf(address: string): [narrowest: string, wider?: string] {
  if (isIP(address) !== 6) return [address];
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return [
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.'),
    ];
  const prefix = (count: number) =>
    groups
      .slice(0, count)
      .map((group) => group.toString(16))
      .join(':');
  return [`${prefix(4)}::/64`, `${prefix(3)}::/48`];
}

/** The eight groups of an IPv6 address; URL parsing normalises it (RFC 5952). */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const canonical = new URL(`http://[${withoutZone}]/`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const parse = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
