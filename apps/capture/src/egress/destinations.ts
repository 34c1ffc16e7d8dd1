import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Message, message } from '@proofkeep/contract';
import {
  type Allowed,
  canonicalHost,
  isDeniedPort,
  isPublicAddress,
  openOwnService,
  type Resolve,
  unbracket,
} from '@proofkeep/egress';
import { MessageError, messageOf } from '../capture-error.ts';
import type { Connection } from './connection.ts';
import { pinned } from './resolver.ts';

/**
 * Chromium's own requests for updates and time; refused, and kept out of the evidence because the page did not make
 * them.
 */
const browserOwn = new Set([
  'android.clients.google.com',
  'clients2.google.com',
  'clientservices.googleapis.com',
  'content-autofill.googleapis.com',
  'edgedl.me.gvt1.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'update.googleapis.com',
]);

/** Limit of recorded connections: bounds memory against a page that never stops sending requests. */
export const maxConnections = 10_000;

export interface Destinations {
  readonly connections: readonly Connection[];
  /** Resolves, checks and records a destination; dial it only if the verdict is `allowed`. */
  judge(hostText: string, port: number): Promise<Connection>;
}

class DeniedDestination extends MessageError {}

/** Decides for every host and port whether a captured page may connect, and records the decisions. */
export function createDestinations(o: {
  allowed: Allowed;
  /** Hosts of the service itself: `name`, `*.name` or address. */
  ownHosts: readonly string[];
  resolve: Resolve;
  /** Returns a reason to refuse every request, or null. */
  closed(): Message | null;
}): Destinations {
  const connections: Connection[] = [];
  const resolve = pinned(o.resolve);
  const service = openOwnService(o.ownHosts, resolve);
  const ownInterfaces = new Set(
    Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => address),
  );

  async function addressesOf(host: string): Promise<string[]> {
    const reason = o.closed();
    if (reason) throw new DeniedDestination(reason);
    const answers = isIP(host) ? [host] : await resolve(host.replace(/\.$/, ''));
    if (answers.length === 0) throw new MessageError(message('egress.no-address'));
    return answers;
  }

  /** Every answer must pass: a name with a public and a private address would eventually lead to the private one. */
  async function check(host: string, port: number, answers: string[]): Promise<void> {
    // Allowing an address or range does not allow the service's name: other hosts may share its address.
    if (service.hasHost(host) && !o.allowed.covers(host, port, host))
      throw new DeniedDestination(message('egress.own-service', { address: host }));
    for (const address of answers) {
      if (o.allowed.covers(host, port, address)) continue;
      if (isDeniedPort(port)) throw new DeniedDestination(message('egress.port', { port }));
      if (!isPublicAddress(address)) throw new DeniedDestination(message('egress.not-public', { address }));
      if (ownInterfaces.has(address)) throw new DeniedDestination(message('egress.this-machine', { address }));
      if (await service.hasAddress(address)) throw new DeniedDestination(message('egress.own-service', { address }));
    }
  }

  return {
    connections,
    async judge(hostText, port) {
      const host = canonicalHost(hostText);
      const noted = noteOf(host ?? unbracket(hostText), port);
      const started = performance.now();
      if (!browserOwn.has(noted.host) && connections.length < maxConnections) connections.push(noted);
      try {
        if (host === null) throw new DeniedDestination(message('egress.not-a-host'));
        if (browserOwn.has(host)) throw new DeniedDestination(message('egress.browser-own'));
        noted.answers = await addressesOf(host);
        await check(host, port, noted.answers);
        noted.verdict = 'allowed';
      } catch (error) {
        noted.verdict = error instanceof DeniedDestination ? 'refused' : 'failed';
        noted.why = messageOf(error);
      }
      noted.elapsedMs = Math.round(performance.now() - started);
      return noted;
    },
  };
}

const noteOf = (host: string, port: number): Connection => ({
  at: new Date().toISOString(),
  host,
  port,
  answers: [],
  address: null,
  verdict: 'refused',
  why: null,
  bytesUp: 0,
  bytesDown: 0,
  elapsedMs: 0,
});
