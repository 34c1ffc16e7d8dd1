import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from './address.ts';
import { type Allowed, unbracket } from './allow.ts';
import { type OwnService, openOwnService } from './own-service.ts';
import { checkUrl, isDeniedPort } from './url.ts';

/** Why a fetch returned nothing. */
export type FetchFailure =
  | 'unsupported-url'
  | 'not-allowed'
  | 'unreachable'
  | 'timeout'
  /** A status other than 200; redirects are not followed. */
  | 'http-status'
  | 'too-large';

/** One request of `guardedFetch`. */
export interface FetchQuestion {
  url: string;
  /** Sent with POST; absent: GET. */
  body?: { type: string; bytes: Uint8Array };
  /** Largest accepted body. */
  limitBytes: number;
  /** Limit from the DNS lookup to the last byte. */
  timeoutMs: number;
}

/** Fetches a URL. @returns the body, or why there is none; never throws */
export type GuardedFetch = (question: FetchQuestion) => Promise<Uint8Array | FetchFailure>;

/**
 * Returns a fetch for untrusted URLs, with the same rule as captures: http and https only; the name must not be one of
 * `ownHosts`; every address that it resolves to must be public and neither this machine's nor one of `ownHosts`, unless
 * `allowed` covers it; connects only to a checked address. @param ownHosts hosts of the service itself: names,
 * addresses or `*.name`
 */
export function guardedFetch(allowed: Allowed, ownHosts: readonly string[] = []): GuardedFetch {
  return async (question) => {
    const checked = checkUrl(question.url, allowed);
    if (!checked.ok) return checked.message.name.startsWith('egress.') ? 'not-allowed' : 'unsupported-url';
    const abort = AbortSignal.timeout(question.timeoutMs);
    try {
      const service = openOwnService(ownHosts, addressesOf);
      return await fetchChecked(checked.url, question, { allowed, service }, abort);
    } catch (error) {
      if (error instanceof NotAllowed) return 'not-allowed';
      return abort.aborted ? 'timeout' : 'unreachable';
    }
  };
}

class NotAllowed extends Error {}

async function fetchChecked(
  url: URL,
  { body, limitBytes }: FetchQuestion,
  { allowed, service }: { allowed: Allowed; service: OwnService },
  signal: AbortSignal,
): Promise<Uint8Array | FetchFailure> {
  const host = unbracket(url.hostname);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (service.hasHost(host) && !allowed.covers(host, port, host)) throw new NotAllowed(host);
  const addresses = await untilAborted(addressesOf(host), signal);
  for (const address of addresses) {
    if (allowed.covers(host, port, address)) continue;
    const isOwn = await untilAborted(service.hasAddress(address), signal);
    if (isOwn || !isOpen(address, port)) throw new NotAllowed(host);
  }

  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': body.type, 'content-length': body.bytes.length } : {},
      lookup: answering(addresses),
      agent: false,
      signal,
    });
    asked.on('error', reject).on('response', (response) => {
      const end = (result: Uint8Array | FetchFailure) => {
        resolve(result);
        asked.destroy();
      };
      if (response.statusCode !== 200) return end('http-status');
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('error', reject).on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > limitBytes) end('too-large');
        else chunks.push(chunk);
      });
      response.on('end', () => end(Buffer.concat(chunks)));
      response.on('close', () => reject(new Error('the response was cut off')));
    });
    asked.end(body?.bytes);
  });
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  const answers = await lookup(host, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
}

function isOpen(address: string, port: number): boolean {
  const isOwn = Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address));
  return !isDeniedPort(port) && isPublicAddress(address) && !isOwn;
}

/** Stops waiting when the signal aborts: a DNS lookup cannot be cancelled. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  };
