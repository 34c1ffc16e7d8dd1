import { hash, randomBytes } from 'node:crypto';
import {
  bitString,
  boolean,
  certificateTime,
  context,
  integer,
  namedBits,
  octets,
  sequence,
  setOf,
  tlv,
  utf8,
} from './der.ts';
import type { SoftwareKey } from './keys.ts';
import { oids } from './oids.ts';
import { signatureAlgorithm } from './signature-algorithm.ts';

/** Validity period of an X.509 certificate (RFC 5280 §4.1.2.5), to the second. */
export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** The subject of an X.509 certificate. */
export interface Subject {
  readonly commonName: string;
  readonly organizationalUnit?: string;
  readonly organization: string;
}

/** A key with its own certificate (DER) and the DER Name in it. */
export interface Party {
  readonly name: Uint8Array;
  readonly key: SoftwareKey;
  readonly certificate: Uint8Array;
}

/**
 * The purpose of an X.509 certificate: `root` and `issuing` sign certificates and CRLs; `timestamp` is for RFC 3161 only
 * (§2.3, critical); `seal` signs documents (RFC 9336) and also has the e-mail purpose, without which NSS, and so pdfsig,
 * accepts no signing certificate; `responder` signs OCSP responses (RFC 6960 §4.2.2.2).
 */
export type Profile = 'root' | 'issuing' | 'timestamp' | 'seal' | 'responder';

/** An X.509 certificate to issue. */
export interface IssueOptions {
  readonly profile: Profile;
  readonly subject: Subject;
  readonly key: SoftwareKey;
  readonly validity: Validity;
  /** Absent: self-signed. */
  readonly issuer?: Party;
  /** URLs where the issuer publishes the revocation status. */
  readonly sources?: { readonly crl: string; readonly ocsp?: string };
}

/** Issues a certificate (RFC 5280 §4.1) with a random serial number of 127 bits. */
export async function issueCertificate(options: IssueOptions): Promise<Party> {
  const { key, validity } = options;
  const name = nameOf(options.subject);
  const issuer = options.issuer ?? { name, key };
  const algorithm = signatureAlgorithm(issuer.key.alg);
  const body = sequence(
    context(0, integer(2)),
    integer(randomSerial()),
    algorithm,
    issuer.name,
    sequence(certificateTime(validity.notBefore), certificateTime(validity.notAfter)),
    name,
    key.spki,
    context(3, sequence(...extensionsOf(options, issuer.key))),
  );
  return { name, key, certificate: sequence(body, algorithm, bitString(await issuer.key.sign(body))) };
}

/** A CRL to issue. */
export interface CrlOptions {
  readonly issuer: Pick<Party, 'name' | 'key'>;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** CRL number; must increase with each list (RFC 5280 §5.2.3). */
  readonly number: number | bigint;
  /** DER of each entry. */
  readonly entries: readonly Uint8Array[];
  /** DER of further extensions. */
  readonly extensions?: readonly Uint8Array[];
}

/** Issues a complete CRL, version 2 (RFC 5280 §5.1; `revokedCertificates` is absent if empty). @returns DER */
export async function issueCrl({
  issuer,
  thisUpdate,
  nextUpdate,
  number,
  entries,
  extensions = [],
}: CrlOptions): Promise<Uint8Array> {
  const algorithm = signatureAlgorithm(issuer.key.alg);
  const body = sequence(
    integer(1),
    algorithm,
    issuer.name,
    certificateTime(thisUpdate),
    certificateTime(nextUpdate),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    context(
      0,
      sequence(authorityKeyIdentifier(issuer.key), extension(oids.crlNumber, false, integer(number)), ...extensions),
    ),
  );
  return sequence(body, algorithm, bitString(await issuer.key.sign(body)));
}

/** Returns 16 random bytes for a positive INTEGER: unpredictable, of fixed length, below the 20 octets of RFC 5280 §4.1.2.2. */
export function randomSerial(): Uint8Array {
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  return serial;
}

function nameOf({ commonName, organizationalUnit, organization }: Subject): Uint8Array {
  const rdn = (type: Uint8Array, value: string) => setOf(sequence(type, utf8(value)));
  return sequence(
    rdn(oids.organization, organization),
    ...(organizationalUnit ? [rdn(oids.organizationalUnit, organizationalUnit)] : []),
    rdn(oids.commonName, commonName),
  );
}

function extensionsOf({ profile, key, sources }: IssueOptions, issuerKey: SoftwareKey): Uint8Array[] {
  return [
    ...usageOf[profile],
    extension(oids.subjectKeyIdentifier, false, octets(keyIdentifier(key))),
    authorityKeyIdentifier(issuerKey),
    ...(sources ? sourceExtensions(sources) : []),
  ];
}

/** RFC 5280 §4.2.1.13 and §4.2.2.1. */
function sourceExtensions({ crl, ocsp }: NonNullable<IssueOptions['sources']>): Uint8Array[] {
  const uri = (url: string) => tlv(0x86, Buffer.from(url, 'latin1'));
  return [
    extension(oids.crlDistributionPoints, false, sequence(sequence(context(0, context(0, uri(crl)))))),
    ...(ocsp ? [extension(oids.authorityInfoAccess, false, sequence(sequence(oids.ocsp, uri(ocsp))))] : []),
  ];
}

const extension = (id: Uint8Array, critical: boolean, value: Uint8Array): Uint8Array =>
  sequence(id, ...(critical ? [boolean(true)] : []), octets(value));

const authorityKeyIdentifier = (key: SoftwareKey): Uint8Array =>
  extension(oids.authorityKeyIdentifier, false, sequence(tlv(0x80, keyIdentifier(key))));

/** RFC 7093 §2, method 4: the hash of the SubjectPublicKeyInfo, here SHA-256. */
const keyIdentifier = (key: SoftwareKey): Uint8Array => hash('sha256', key.spki, 'buffer');

const signsDocuments = extension(oids.keyUsage, true, namedBits(0, 1));
const signsCertificates = extension(oids.keyUsage, true, namedBits(5, 6));
const authority = (...pathLength: Uint8Array[]) =>
  extension(oids.basicConstraints, true, sequence(boolean(true), ...pathLength));

const usageOf: Record<Profile, readonly Uint8Array[]> = {
  root: [authority(), signsCertificates],
  issuing: [authority(integer(0)), signsCertificates],
  timestamp: [signsDocuments, extension(oids.extendedKeyUsage, true, sequence(oids.timeStamping))],
  responder: [signsDocuments, extension(oids.extendedKeyUsage, false, sequence(oids.ocspSigning))],
  seal: [signsDocuments, extension(oids.extendedKeyUsage, false, sequence(oids.documentSigning, oids.emailProtection))],
};
