import { isIP } from 'node:net';
import { unbracket } from './allow.ts';

/** Returns all addresses of a name, in the order to try them. Rejects if there are none. */
export type Resolve = (name: string) => Promise<string[]>;

/** Replaces `*` when a wildcard name is resolved: a DNS wildcard matches any label (RFC 4592). */
const anyLabel = 'proofkeep';

/** The hosts of the service itself. Requests for captured pages, or for URLs in foreign certificates, must not reach them. */
export interface OwnService {
  /** Whether a host, as `canonicalHost` spells it, is one of them. A wildcard covers every name below it. */
  hasHost(host: string): boolean;
  hasAddress(address: string): Promise<boolean>;
}

/**
 * Resolves the hosts immediately; a host that does not resolve is matched by name only.
 * @param hosts names, addresses or `*.name`
 */
export function openOwnService(hosts: readonly string[], resolve: Resolve): OwnService {
  const names = hosts.map((host) => withoutRoot(unbracket(host)));
  const addresses = Promise.all(names.map((name) => addressesOf(name, resolve))).then((lists) => new Set(lists.flat()));
  return {
    hasHost(host) {
      const name = withoutRoot(host);
      return names.some((own) => (own.startsWith('*.') ? name.endsWith(own.slice(1)) : name === own));
    },
    hasAddress: async (address) => (await addresses).has(address),
  };
}

async function addressesOf(name: string, resolve: Resolve): Promise<string[]> {
  if (isIP(name)) return [name];
  return resolve(name.replace('*', anyLabel)).catch(() => []);
}

/** `a.example.` and `a.example` are the same name (RFC 1034 §3.1). */
const withoutRoot = (name: string): string => name.replace(/\.$/, '');
