import {
  bitsOf,
  childrenOf,
  type Der,
  enumeratedOf,
  integerOf,
  oidOf,
  owned,
  Parts,
  parseDer,
  sameBytes,
  tags,
  timeOf,
} from './der.ts';
import { PkiError } from './error.ts';
import { extensionsIn } from './extensions.ts';
import { whyInvalidAt } from './path.ts';
import { type Certificate, checkIssued, parseCertificate } from './x509.ts';

/** The status of one certificate in an OCSP response (RFC 6960 §4.2.1, SingleResponse). */
export interface OcspStatus {
  serial: bigint;
  /** Digest that identifies the issuer. */
  digest: 'SHA-1' | 'SHA-256';
  issuerNameHash: Uint8Array;
  issuerKeyHash: Uint8Array;
  state: 'good' | 'revoked' | 'unknown';
  /** Set when `state` is revoked; `reason` is a CRLReason, null if absent. */
  revoked: { at: Date; reason: number | null } | null;
  thisUpdate: Date;
  /** Null: newer information is available all the time. */
  nextUpdate: Date | null;
}

/** A successful basic OCSP response (RFC 6960 §4.2.1), parsed but not verified. */
export interface OcspResponse {
  responder: { name: Uint8Array } | { keyHash: Uint8Array };
  producedAt: Date;
  statuses: readonly OcspStatus[];
  tbs: Uint8Array;
  signatureAlgorithm: Der;
  signature: Uint8Array;
  /** DER of the embedded certificates. */
  certificates: readonly Uint8Array[];
}

const oids = {
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const;
const successful = 0;
const maxCertificates = 10;
const understood: ReadonlySet<string> = new Set();

/**
 * Parses a DER OCSP response.
 * @throws PkiError ENCODING; UNSUPPORTED for an unsuccessful response, another response type or a critical extension
 */
export function parseOcspResponse(bytes: Uint8Array): OcspResponse {
  const outer = new Parts(parseDer(bytes, tags.sequence));
  const status = enumeratedOf(outer.next());
  if (status !== successful) throw new PkiError('UNSUPPORTED', `OCSP response status ${status}`);
  const wrapped = new Parts(parseDer(outer.next(0xa0).content, tags.sequence));
  outer.end();
  const type = oidOf(wrapped.next());
  if (type !== oids.basicResponse) throw new PkiError('UNSUPPORTED', `OCSP response type ${type}`);
  const basic = new Parts(parseDer(wrapped.next(tags.octetString).content, tags.sequence));
  wrapped.end();

  const tbs = basic.next(tags.sequence);
  const signatureAlgorithm = basic.next(tags.sequence);
  const signature = bitsOf(basic.next());
  const certificates = basic.optional(0xa0);
  basic.end();
  const embedded = certificates ? childrenOf(parseDer(certificates.content, tags.sequence)).map(({ raw }) => raw) : [];
  if (embedded.length > maxCertificates) throw new PkiError('UNSUPPORTED', 'too many certificates');
  return { ...readData(tbs), tbs: tbs.raw, signatureAlgorithm, signature, certificates: embedded };
}

/**
 * Verifies the response and returns its statuses for the certificate. The signer must be the issuer, or a responder that
 * the issuer certified for OCSP (RFC 6960 §4.2.2.2) and whose certificate was valid at `producedAt`. Revocation of the
 * responder's certificate is not checked.
 * @returns empty if the response covers other certificates only. @throws PkiError MISMATCH, SIGNATURE
 */
export async function ocspStatuses(
  response: OcspResponse,
  certificate: Certificate,
  issuer: Certificate,
): Promise<OcspStatus[]> {
  const found: OcspStatus[] = [];
  for (const status of response.statuses)
    if (status.serial === certificate.serial && (await isOfIssuer(status, issuer))) found.push(status);
  if (found.length > 0) await checkResponder(response, issuer);
  return found;
}

function readData(tbs: Der): Pick<OcspResponse, 'responder' | 'producedAt' | 'statuses'> {
  const parts = new Parts(tbs);
  // DER omits the default, version 1.
  if (parts.optional(0xa0)) throw new PkiError('UNSUPPORTED', 'not a version 1 OCSP response');
  const responder = responderOf(parts.next());
  const producedAt = timeOf(parts.next(tags.generalizedTime));
  const statuses = childrenOf(parts.next(tags.sequence)).map(readStatus);
  refuseCritical(parts.optional(0xa1));
  parts.end();
  return { responder, producedAt, statuses };
}

function responderOf({ tag, content }: Der): OcspResponse['responder'] {
  if (tag === 0xa1) return { name: parseDer(content, tags.sequence).raw };
  if (tag === 0xa2) return { keyHash: parseDer(content, tags.octetString).content };
  throw new PkiError('ENCODING', 'a responder that is neither a name nor a key');
}

function readStatus(single: Der): OcspStatus {
  const parts = new Parts(single);
  const id = new Parts(parts.next(tags.sequence));
  const digest = digestOf(id.next(tags.sequence));
  const issuerNameHash = id.next(tags.octetString).content;
  const issuerKeyHash = id.next(tags.octetString).content;
  const serial = integerOf(id.next());
  id.end();
  const state = stateOf(parts.next());
  const thisUpdate = timeOf(parts.next(tags.generalizedTime));
  const next = parts.optional(0xa0);
  refuseCritical(parts.optional(0xa1));
  parts.end();
  const nextUpdate = next ? timeOf(parseDer(next.content, tags.generalizedTime)) : null;
  return { serial, digest, issuerNameHash, issuerKeyHash, ...state, thisUpdate, nextUpdate };
}

function stateOf(der: Der): Pick<OcspStatus, 'state' | 'revoked'> {
  if (der.tag === 0x80 && der.content.length === 0) return { state: 'good', revoked: null };
  if (der.tag === 0x82 && der.content.length === 0) return { state: 'unknown', revoked: null };
  const parts = new Parts(der, 0xa1);
  const at = timeOf(parts.next(tags.generalizedTime));
  const reason = parts.optional(0xa0);
  parts.end();
  return { state: 'revoked', revoked: { at, reason: reason ? enumeratedOf(parseDer(reason.content)) : null } };
}

/** SHA-1 by RFC 5019 §2.1.1, SHA-256 by RFC 9654 §3.1 (which updates it). They only identify; the proof is the signature. */
const digests: Readonly<Record<string, OcspStatus['digest']>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
};

function digestOf(algorithm: Der): OcspStatus['digest'] {
  const parts = new Parts(algorithm);
  const oid = oidOf(parts.next());
  parts.optional(tags.null);
  parts.end();
  const digest = digests[oid];
  if (!digest) throw new PkiError('UNSUPPORTED', `digest algorithm ${oid}`);
  return digest;
}

function refuseCritical(field: Der | undefined): void {
  if (field) extensionsIn(parseDer(field.content, tags.sequence), understood);
}

async function isOfIssuer(status: OcspStatus, issuer: Certificate): Promise<boolean> {
  const { digest, issuerNameHash, issuerKeyHash } = status;
  const [name, key] = await Promise.all([hashed(digest, issuer.subject), hashed(digest, keyBits(issuer))]);
  return sameBytes(name, issuerNameHash) && sameBytes(key, issuerKeyHash);
}

async function checkResponder(response: OcspResponse, issuer: Certificate): Promise<void> {
  if (await isResponder(response, issuer)) return checkIssued(response, issuer);
  for (const raw of response.certificates) {
    const delegate = parseCertificate(raw);
    if (!sameBytes(delegate.issuer, issuer.subject) || !(await isResponder(response, delegate))) continue;
    await checkIssued(delegate, issuer);
    if (!delegate.extendedKeyUsage?.oids.includes(oids.ocspSigning))
      throw new PkiError('MISMATCH', `${delegate.subjectText} may not sign OCSP responses`);
    const invalid = whyInvalidAt(delegate, response.producedAt);
    if (invalid) throw new PkiError('MISMATCH', invalid);
    return checkIssued(response, delegate);
  }
  throw new PkiError('MISMATCH', `the response is not signed for ${issuer.subjectText}`);
}

async function isResponder({ responder }: OcspResponse, certificate: Certificate): Promise<boolean> {
  if ('name' in responder) return sameBytes(responder.name, certificate.subject);
  return sameBytes(responder.keyHash, await hashed('SHA-1', keyBits(certificate)));
}

/** Returns the public key without its algorithm, as hashed in CertID and ResponderID (RFC 6960 §4.1.1). */
function keyBits({ spki }: Certificate): Uint8Array {
  const parts = new Parts(parseDer(spki, tags.sequence));
  parts.next(tags.sequence);
  return bitsOf(parts.next());
}

const hashed = async (digest: OcspStatus['digest'], bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(digest, owned(bytes)));
