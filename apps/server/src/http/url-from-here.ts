import { isIPv6 } from 'node:net';

/** Addresses that stand for all of the machine, and the one of them by which it reaches itself. */
const ofThisMachine: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where a process of this machine reaches what listens there. An IPv6 address stands in brackets (RFC 3986 §3.2.2). */
export function urlFromHere(host: string, port: number): string {
  const reached = ofThisMachine[host] ?? host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
