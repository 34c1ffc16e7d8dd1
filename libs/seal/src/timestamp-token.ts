import { hash, verify, X509Certificate } from 'node:crypto';
import { certificateIdentity } from './certificate-identity.ts';
import { tlv } from './der.ts';
import { type Element, readAll, readOne } from './der-read.ts';
import { SealError } from './error.ts';
import { oids } from './oids.ts';

/** What a token says, for people. */
export interface TokenFacts {
  readonly at: Date;
  /** Common name of the certificate it was signed with. */
  readonly authority: string;
  /** Lower-case hexadecimal. */
  readonly serial: string;
}

/** TSTInfo (RFC 3161 §2.4.2), the fields as encoded. */
interface Stamp {
  readonly imprint: Uint8Array;
  readonly serial: Uint8Array;
  readonly at: Date;
  readonly nonce?: Uint8Array;
}

/** The one SignerInfo of a token (RFC 5652 §5.3). */
interface SignerInfo {
  /** Content of IssuerAndSerialNumber. */
  readonly identifier: Uint8Array;
  readonly digestAlgorithm: Uint8Array;
  /** Content of the SET of signed attributes. */
  readonly attributes: Uint8Array;
  readonly signature: Uint8Array;
}

/** A TimeStampToken taken apart; nothing in it is checked yet. */
export interface ReadToken {
  readonly stamp: Stamp;
  /** What is signed, through its digest. */
  readonly content: Uint8Array;
  readonly signerInfo: SignerInfo;
  /** The certificate in the token that the signer is identified by. */
  readonly certificate: X509Certificate;
}

/** Takes a DER TimeStampToken apart. Throws `DER_INVALID` or `OUTSIDE_INVALID` when it is none with its certificate inside. */
export function readToken(token: Uint8Array): ReadToken {
  const [type, wrapped] = readAll(readOne(token, 0x30).content);
  if (!wrapped || !same(type, oids.signedData)) throw invalid('no SignedData');
  const [, , encapsulated, ...rest] = readAll(readOne(wrapped.content, 0x30).content);
  const [contentType, explicit] = readAll(contentOf(encapsulated));
  if (!same(contentType, oids.tstInfo)) throw invalid('no TSTInfo');

  const content = readOne(contentOf(explicit), 0x04).content;
  const signerInfo = readSignerInfo(contentOf(rest.find(({ tag }) => tag === 0x31)));
  const certificates = readAll(contentOf(rest.find(({ tag }) => tag === 0xa0)));
  return { stamp: readStamp(content), content, signerInfo, certificate: signingCertificate(certificates, signerInfo) };
}

/** Reads what a token says; it is not checked here. Throws as `readToken` does. */
export function tokenFacts(token: Uint8Array): TokenFacts {
  const { stamp, certificate } = readToken(token);
  const commonName = /^CN=(.*)$/m.exec(certificate.subject)?.[1];
  return {
    at: stamp.at,
    authority: commonName ?? certificate.subject,
    serial: Buffer.from(stamp.serial).toString('hex'),
  };
}

const digests = new Map([
  [hexOf(oids.sha256), 'sha256'],
  [hexOf(oids.sha384), 'sha384'],
  [hexOf(oids.sha512), 'sha512'],
]);

/**
 * Whether the token is signed, over its content, by the key of its certificate, and this certificate is one for timestamps
 * that was valid at the time of the token. Throws `OUTSIDE_INVALID` saying what is wrong.
 */
export function checkSignature({ content, signerInfo, certificate, stamp }: ReadToken): void {
  const digest = digests.get(hexOf(signerInfo.digestAlgorithm));
  if (!digest) throw invalid('an unknown digest algorithm');
  const stated = readAll(signerInfo.attributes)
    .map(({ content }) => readAll(content))
    .find(([type]) => same(type, oids.messageDigest))?.[1];
  if (!stated || !same(readOne(stated.content, 0x04), tlv(0x04, hash(digest, content, 'buffer'))))
    throw invalid('the digest in it is not that of its content');
  if (!verify(digest, tlv(0x31, signerInfo.attributes), certificate.publicKey, signerInfo.signature))
    throw invalid('its signature is not by the key of its certificate');
  if (!certificate.keyUsage?.includes('1.3.6.1.5.5.7.3.8')) throw invalid('its certificate is not for timestamps');
  if (stamp.at < new Date(certificate.validFrom) || stamp.at > new Date(certificate.validTo))
    throw invalid(`its certificate is valid from ${certificate.validFrom} to ${certificate.validTo}`);
}

function readStamp(content: Uint8Array): Stamp {
  const [version, policy, imprint, serial, time, ...optional] = readAll(readOne(content, 0x30).content);
  if (!version || !policy || imprint?.tag !== 0x30 || serial?.tag !== 0x02 || time?.tag !== 0x18)
    throw invalid('a TSTInfo of another form');
  return {
    imprint: imprint.raw,
    serial: serial.content,
    at: dateOf(Buffer.from(time.content).toString('latin1')),
    nonce: optional.find(({ tag }) => tag === 0x02)?.raw,
  };
}

function dateOf(generalizedTime: string): Date {
  const at = new Date(generalizedTime.replace(/^(\d{4})(..)(..)(..)(..)(..)(\.\d+)?Z$/, '$1-$2-$3T$4:$5:$6$7Z'));
  if (Number.isNaN(at.getTime())) throw invalid('a time of another form');
  return at;
}

function readSignerInfo(signerInfos: Uint8Array): SignerInfo {
  const [, identifier, digestAlgorithm, attributes, , signature] = readAll(readOne(signerInfos, 0x30).content);
  if (identifier?.tag !== 0x30 || !digestAlgorithm || attributes?.tag !== 0xa0 || signature?.tag !== 0x04)
    throw invalid('a SignerInfo of another form');
  return {
    identifier: identifier.content,
    digestAlgorithm: readAll(digestAlgorithm.content)[0]?.raw ?? digestAlgorithm.raw,
    attributes: attributes.content,
    signature: signature.content,
  };
}

function signingCertificate(certificates: readonly Element[], { identifier }: SignerInfo): X509Certificate {
  for (const { raw } of certificates) {
    const { issuer, serial } = certificateIdentity(raw);
    if (Buffer.compare(Buffer.concat([issuer, serial]), identifier) === 0) return new X509Certificate(raw);
  }
  throw invalid('the certificate of its signer is not in it');
}

function contentOf(element: Element | undefined): Uint8Array {
  if (!element) throw invalid('a part of it is missing');
  return element.content;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

const same = (element: Element | undefined, der: Uint8Array): boolean =>
  element !== undefined && Buffer.compare(element.raw, der) === 0;

const invalid = (what: string): SealError => new SealError('OUTSIDE_INVALID', `not a timestamp token to keep: ${what}`);
