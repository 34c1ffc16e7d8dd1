import { checkSignature } from './algorithm.ts';
import {
  bitsOf,
  booleanOf,
  childrenOf,
  type Der,
  expectTag,
  integerOf,
  oidOf,
  Parts,
  parseDer,
  sameBytes,
  tags,
  timeOf,
} from './der.ts';
import { PkiError } from './error.ts';
import { type Extension, extensionsIn } from './extensions.ts';
import { nameText } from './name.ts';

/** An X.509 certificate (RFC 5280 §4.1), parsed but not verified. */
export interface Certificate {
  raw: Uint8Array;
  serial: bigint;
  /** Names as DER, for comparison, and as text for people. */
  issuer: Uint8Array;
  subject: Uint8Array;
  issuerText: string;
  subjectText: string;
  notBefore: Date;
  notAfter: Date;
  spki: Uint8Array;
  isCa: boolean;
  /** pathLenConstraint; null if absent. */
  pathLength: number | null;
  /** Bit 0 is digitalSignature; null if the extension is absent. */
  keyUsage: number | null;
  /** OIDs; null if the extension is absent. */
  extendedKeyUsage: { oids: string[]; critical: boolean } | null;
  /** All extensions by OID. */
  extensions: ReadonlyMap<string, Extension>;
  tbs: Uint8Array;
  signatureAlgorithm: Der;
  signature: Uint8Array;
}

/** Bits of the key usage extension (RFC 5280 §4.2.1.3). */
export const keyUsageBits = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 } as const;
const understood = new Set([
  '2.5.29.15',
  '2.5.29.17',
  '2.5.29.19',
  '2.5.29.37',
  '2.5.29.14',
  '2.5.29.35',
  '2.5.29.32',
  '2.5.29.31',
]);

/** Parses a DER certificate. @throws PkiError ENCODING; UNSUPPORTED for an unknown critical extension */
export function parseCertificate(bytes: Uint8Array): Certificate {
  const outer = new Parts(parseDer(bytes, tags.sequence));
  const tbs = outer.next(tags.sequence);
  const signatureAlgorithm = outer.next(tags.sequence);
  const signature = bitsOf(outer.next());
  outer.end();

  const parts = new Parts(tbs);
  const version = parts.optional(0xa0);
  if (!version || integerOf(parseDer(version.content)) !== 2n)
    throw new PkiError('UNSUPPORTED', 'not an X.509 v3 certificate');
  const serial = integerOf(parts.next());
  const inner = parts.next(tags.sequence);
  if (!sameBytes(inner.raw, signatureAlgorithm.raw)) throw new PkiError('MISMATCH', 'two signature algorithms');
  const issuer = parts.next(tags.sequence).raw;
  const validity = new Parts(parts.next());
  const notBefore = timeOf(validity.next());
  const notAfter = timeOf(validity.next());
  validity.end();
  const subject = parts.next(tags.sequence).raw;
  const spki = parts.next(tags.sequence).raw;
  const extensions = parts.optional(0xa3);
  parts.end();
  return {
    raw: bytes,
    serial,
    issuer,
    subject,
    issuerText: nameText(issuer),
    subjectText: nameText(subject),
    notBefore,
    notAfter,
    spki,
    ...extensionsOf(extensions),
    tbs: tbs.raw,
    signatureAlgorithm,
    signature,
  };
}

/** Checks that `issuer` signed the certificate. @throws PkiError SIGNATURE */
export const checkIssued = (
  certificate: Pick<Certificate, 'tbs' | 'signatureAlgorithm' | 'signature'>,
  issuer: Certificate,
) =>
  checkSignature({
    spki: issuer.spki,
    algorithm: certificate.signatureAlgorithm,
    signature: certificate.signature,
    over: certificate.tbs,
  });

/** Whether a certificate allows a use of its key; true if it has no such extension. */
export const hasKeyUsage = ({ keyUsage }: Certificate, bit: number): boolean =>
  keyUsage === null || (keyUsage & (1 << bit)) !== 0;

type Extensions = Pick<Certificate, 'isCa' | 'pathLength' | 'keyUsage' | 'extendedKeyUsage' | 'extensions'>;

function extensionsOf(field: Der | undefined): Extensions {
  const extensions = field
    ? extensionsIn(parseDer(field.content, tags.sequence), understood)
    : new Map<string, Extension>();
  const found: Extensions = { isCa: false, pathLength: null, keyUsage: null, extendedKeyUsage: null, extensions };
  for (const [oid, { value, critical }] of extensions) {
    if (oid === '2.5.29.19') Object.assign(found, basicConstraints(value));
    if (oid === '2.5.29.15') found.keyUsage = usageBits(value);
    if (oid === '2.5.29.37')
      found.extendedKeyUsage = { oids: childrenOf(expectTag(value, tags.sequence)).map(oidOf), critical };
  }
  return found;
}

function basicConstraints(value: Der): Pick<Extensions, 'isCa' | 'pathLength'> {
  const parts = new Parts(value);
  const ca = parts.optional(tags.boolean);
  const length = parts.optional(tags.integer);
  parts.end();
  return { isCa: ca !== undefined && booleanOf(ca), pathLength: length ? Number(integerOf(length)) : null };
}

function usageBits(value: Der): number {
  expectTag(value, tags.bitString);
  let bits = 0;
  value.content.subarray(1).forEach((byte, i) => {
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) bits |= 1 << (i * 8 + bit);
  });
  return bits;
}
