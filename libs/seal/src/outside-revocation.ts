import { hash } from 'node:crypto';
import type { CollectedCertificate, CollectFailure } from '@proofkeep/bundle';
import {
  type Certificate,
  checkIssued,
  checkNotRevoked,
  parseCrl,
  parseOcspResponse,
  RevocationError,
  type RevocationEvidence,
  type RevocationFinding,
  revocationSources,
  type Timestamp,
} from '@proofkeep/pki';
import { ocspRequest } from './ocsp-request.ts';

/** Fetches a URL that a certificate names. @returns the bytes, or why there are none. Never throws */
export type FetchStatus = (question: {
  url: string;
  /** Sent with POST; absent: GET. */
  body?: { type: string; bytes: Uint8Array };
  limitBytes: number;
  timeoutMs: number;
}) => Promise<Uint8Array | CollectFailure>;

/** One certificate of a token's chain, and the DER of the CRL or OCSP response that shows it was good. */
export interface CollectedStatus extends CollectedCertificate {
  bytes: Uint8Array | null;
}

const listLimitBytes = 4 * 1024 * 1024;
const answerLimitBytes = 64 * 1024;
/** Limit for one URL. */
const timeoutMs = 5_000;
/** URLs of one kind tried per certificate. */
const maxUrls = 2;
/** Limit for one token: a certificate path has at most six, including the root, which no token embeds. */
const maxCertificates = 6;

/**
 * Collects revocation data right after a token was received: a CRL for each certificate of the embedded chain, or an
 * OCSP response if no CRL is usable. Keeps only data that a verifier would accept.
 * @throws RevocationError revoked
 */
export async function collectRevocation(
  { signed, at }: Timestamp,
  { fetch, roots }: { fetch: FetchStatus; roots: readonly Certificate[] },
): Promise<CollectedStatus[]> {
  const known = [...signed.certificates, ...roots];
  return Promise.all(
    chainOf(signed.signer, signed.certificates).map(async (certificate) => {
      const issuer = await issuerOf(certificate, known);
      const status = await collectOne({ certificate, issuer, at, fetch });
      return { sha256: hash('sha256', certificate.raw, 'hex'), ...status };
    }),
  );
}

/** The signer and its embedded issuers, without self-signed ones. */
function chainOf(signer: Certificate, embedded: readonly Certificate[]): Certificate[] {
  const chain: Certificate[] = [];
  for (let next: Certificate | undefined = signer; next && chain.length < maxCertificates; ) {
    const last: Certificate = next;
    if (Buffer.compare(last.subject, last.issuer) === 0) break;
    chain.push(last);
    next = embedded.find((one) => Buffer.compare(one.subject, last.issuer) === 0 && !chain.includes(one));
  }
  return chain;
}

/** Finds the issuer by its signature, since several authorities may share a name. */
async function issuerOf(certificate: Certificate, known: readonly Certificate[]): Promise<Certificate | undefined> {
  for (const one of known) {
    if (Buffer.compare(one.subject, certificate.issuer) !== 0) continue;
    const signed = await checkIssued(certificate, one).then(
      () => true,
      () => false,
    );
    if (signed) return one;
  }
  return undefined;
}

interface Asked {
  certificate: Certificate;
  /** Undefined if neither the token nor the installation has it; signatures can't be verified then. */
  issuer: Certificate | undefined;
  at: Date;
  fetch: FetchStatus;
}

async function collectOne(asked: Asked): Promise<Omit<CollectedStatus, 'sha256'>> {
  const { certificate, issuer, fetch } = asked;
  const failures: CollectedStatus['failures'] = [];
  const { crls, ocsp } = sourcesOf(certificate);
  const request = issuer && ocspRequest(certificate, issuer);
  const tries = [
    ...crls.slice(0, maxUrls).map((url) => ({ url, kind: 'crl' as const })),
    ...ocsp.slice(0, request ? maxUrls : 0).map((url) => ({ url, kind: 'ocsp' as const })),
  ];
  for (const { url, kind } of tries) {
    const body = kind === 'ocsp' && request ? { type: 'application/ocsp-request', bytes: request } : undefined;
    const limitBytes = kind === 'crl' ? listLimitBytes : answerLimitBytes;
    const bytes = await fetch({ url, body, limitBytes, timeoutMs });
    const why = typeof bytes === 'string' ? bytes : await whyUnusable(bytes, kind, asked);
    if (typeof bytes !== 'string' && why === null) return { part: kind, bytes, failures };
    if (why) failures.push({ url: shown(url), why });
  }
  return { part: null, bytes: null, failures };
}

function sourcesOf(certificate: Certificate): ReturnType<typeof revocationSources> {
  try {
    return revocationSources(certificate);
  } catch {
    return { crls: [], ocsp: [] };
  }
}

/** Null if a verifier would accept the data. @throws RevocationError revoked */
async function whyUnusable(
  bytes: Uint8Array,
  kind: 'crl' | 'ocsp',
  { certificate, issuer, at }: Asked,
): Promise<CollectFailure | null> {
  const evidence = readEvidence(bytes, kind);
  if (!evidence) return 'unreadable';
  // Kept unverified for verifiers that know the issuer.
  if (!issuer)
    return evidence.crls.every((crl) => Buffer.compare(crl.issuer, certificate.issuer) === 0) ? null : 'foreign';
  try {
    await checkNotRevoked([certificate, issuer], evidence, at);
    return null;
  } catch (error) {
    if (!(error instanceof RevocationError)) return 'unreadable';
    if (error.finding.kind === 'revoked') throw error;
    return collectFailures[error.finding.kind] ?? 'other-scope';
  }
}

/** By the verifier's finding; all other findings concern the scope of a CRL. */
const collectFailures: Partial<Record<RevocationFinding['kind'], CollectFailure>> = {
  'list-time': 'not-current',
  'answer-time': 'not-current',
  'answer-open': 'not-current',
  'no-list': 'foreign',
  'no-status': 'foreign',
  'list-foreign': 'foreign',
  'answer-foreign': 'foreign',
};

function readEvidence(bytes: Uint8Array, kind: 'crl' | 'ocsp'): RevocationEvidence | null {
  try {
    return kind === 'crl'
      ? { crls: [parseCrl(bytes)], answers: [] }
      : { crls: [], answers: [parseOcspResponse(bytes)] };
  } catch {
    return null;
  }
}

/** Removes user, password, query, fragment and control characters, because the bundle is public. */
function shown(url: string): string {
  const parsed = URL.parse(url);
  const plain = parsed?.host ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : (url.split(/[?#]/)[0] ?? '');
  return plain.replace(/\p{C}/gu, '\ufffd').slice(0, 2_048);
}
