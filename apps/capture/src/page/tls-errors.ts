import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type Message, message } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus } from '../browser/cdp.ts';
import { browserMessage } from '../network-messages.ts';

type Details = Protocol.Network.SecurityDetails;

/** Certificates that the browser rejected but the capture accepted, by host. */
export type RejectedCertificates = ReadonlyMap<string, Details>;

/** Call before any request is sent. */
export function watchCertificates(bus: CdpBus): RejectedCertificates {
  const rejected = new Map<string, Details>();
  const note = ({ url, securityState, securityDetails }: Protocol.Network.Response) => {
    if (securityState === 'insecure' && securityDetails) rejected.set(new URL(url).hostname, securityDetails);
  };
  bus.on('Network.responseReceived', ({ response }) => note(response));
  bus.on('Network.requestWillBeSent', ({ redirectResponse }) => redirectResponse && note(redirectResponse));
  return rejected;
}

/**
 * Returns every error of a rejected certificate. The browser reports only one (an unknown authority hides a wrong name
 * and a wrong date), so names and dates are read from the certificate itself.
 * @param error the browser's error, `net::ERR_…`; known only for the page's own certificate
 */
export function tlsErrorsOf(host: string, certificate: Details, at: Date, error: string | undefined): Message[] {
  const { subjectName: subject, issuer, sanList, validFrom, validTo } = certificate;
  const found: Message[] = [];
  const isNamed = /AUTHORITY_INVALID|COMMON_NAME_INVALID|DATE_INVALID/.test(error ?? '');
  if (error && !isNamed) found.push(browserMessage(error));
  if (subject === issuer) found.push(message('tls.self-signed'));
  else if (error?.includes('AUTHORITY_INVALID')) found.push(message('tls.authority', { issuer }));
  if (!isFor(host, certificate)) found.push(message('tls.name', { names: sanList.slice(0, 10).join(', ') || subject }));
  if (at.getTime() < validFrom * 1000) found.push(message('tls.not-yet', { at: timeOf(validFrom) }));
  if (at.getTime() > validTo * 1000) found.push(message('tls.expired', { at: timeOf(validTo) }));
  return found.length > 0 ? found : [message('tls.unnamed')];
}

/** RFC 9525: only names in the subject alternative name extension count. */
function isFor(host: string, { subjectName, sanList }: Details): boolean {
  const address = /^\[|^[\d.]+$/.test(host);
  const kind = address ? 'IP Address' : 'DNS';
  const subjectaltname = sanList.map((name) => `${kind}:${name}`).join(', ');
  const certificate = { subject: { CN: subjectName }, subjectaltname } as PeerCertificate;
  return checkServerIdentity(host.replace(/^\[|\]$/g, ''), certificate) === undefined;
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
