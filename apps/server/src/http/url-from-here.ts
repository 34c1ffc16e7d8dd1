import { isIPv6 } from 'node:net';

/** Wildcard addresses and the loopback address that reaches them. */
const ofThisMachine: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL at which a local process reaches the listener. IPv6 addresses are bracketed (RFC 3986 §3.2.2). */
export function urlFromHere(host: string, port: number): string {
  const reached = ofThisMachine[host] ?? host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
