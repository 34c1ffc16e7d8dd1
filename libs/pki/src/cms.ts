import { checkSignature, type DigestName, digestBytes, digestOf } from './algorithm.ts';
import { childrenOf, type Der, expectTag, hexOf, integerOf, oidOf, Parts, parseDer, sameBytes, tags } from './der.ts';
import { PkiError } from './error.ts';
import { findPath } from './path.ts';
import { type Certificate, parseCertificate } from './x509.ts';

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
} as const;
/** OIDs of the content types that are read: id-data (RFC 5652 §4) and id-ct-TSTInfo (RFC 3161 §2.4.2). */
export const contentTypes = { data: '1.2.840.113549.1.7.1', tstInfo: '1.2.840.113549.1.9.16.1.4' } as const;

/** A CMS SignedData (RFC 5652) with one signer, parsed but not verified. */
export interface SignedData {
  contentType: string;
  /** Null when the content is detached. */
  content: Uint8Array | null;
  certificates: Certificate[];
  signer: Certificate;
  digest: DigestName;
  messageDigest: Uint8Array;
  /** DER of the signed attributes with their SET tag: the bytes that are signed. */
  signedAttributes: Uint8Array;
  signatureAlgorithm: Der;
  signature: Uint8Array;
  /** The older signing-certificate attribute (RFC 2634, SHA-1) names the signer's certificate, in place of the newer. */
  isNamedBySha1: boolean;
  /** DER TimeStampToken over `signature`. */
  timestamp: Uint8Array | null;
}

/**
 * Parses a strict CMS profile without unused bytes: one signer identified by issuer and serial; signed attributes with
 * content type, message digest and the signer's certificate (ESS, RFC 5035); no CRLs; a signature timestamp as the only
 * unsigned attribute. @throws PkiError ENCODING, UNSUPPORTED, MISMATCH
 */
export async function parseSignedData(bytes: Uint8Array): Promise<SignedData> {
  const outer = new Parts(parseDer(bytes));
  if (oidOf(outer.next()) !== oids.signedData) throw new PkiError('UNSUPPORTED', 'not CMS SignedData');
  const wrapped = outer.next(0xa0);
  outer.end();

  const parts = new Parts(parseDer(wrapped.content));
  const version = integerOf(parts.next());
  const algorithms = childrenOf(parts.next(tags.set)).map(digestOf);
  const encapsulated = new Parts(parts.next());
  const contentType = oidOf(encapsulated.next());
  const contentField = encapsulated.optional(0xa0);
  encapsulated.end();
  const certificates = childrenOf(parts.next(0xa0)).map((der) => parseCertificate(der.raw));
  const [signerInfo, ...others] = childrenOf(parts.next(tags.set));
  parts.end();
  if (!signerInfo || others.length > 0) throw new PkiError('UNSUPPORTED', 'not exactly one signer');
  // RFC 5652 §5.1: version 1 for id-data, otherwise 3.
  if (version !== (contentType === contentTypes.data ? 1n : 3n))
    throw new PkiError('ENCODING', 'the version of SignedData');

  const signer = await readSigner(signerInfo, certificates, contentType);
  if (algorithms.length !== 1 || algorithms[0] !== signer.digest)
    throw new PkiError('MISMATCH', 'two digest algorithms');
  const content = contentField ? parseDer(contentField.content, tags.octetString).content : null;
  return { contentType, content, certificates, ...signer };
}

/** The expectations that `verifySignedData` checks a SignedData against. */
export interface VerifyCmsOptions {
  /** The signed content; attached content must equal it. */
  content: Uint8Array;
  contentType: string;
  roots: readonly Certificate[];
  at: Date;
  /** Allows what outside authorities do: certificates outside the path, the older signing-certificate attribute. Default false. */
  lenient?: boolean;
}

/**
 * Verifies a SignedData: digest, signature and path to a root at the given time. Unless `lenient`, every embedded
 * certificate must be on that path, and signing-certificate-v2 names the signer's. @returns the path, signer first. @throws PkiError
 */
export async function verifySignedData(data: SignedData, o: VerifyCmsOptions): Promise<Certificate[]> {
  await checkMathematics(data, o);
  if (!o.lenient && data.isNamedBySha1)
    throw new PkiError('UNSUPPORTED', 'the signing-certificate attribute is the older one, by SHA-1');
  const path = await findPath({ certificate: data.signer, intermediates: data.certificates, roots: o.roots, at: o.at });
  const idle = data.certificates.filter((one) => !path.some((used) => sameBytes(used.raw, one.raw)));
  if (!o.lenient && idle.length > 0)
    throw new PkiError('MISMATCH', `an embedded certificate is of no use: ${idle[0]?.subjectText}`);
  return path;
}

/** Verifies digest and signature, without a path to a root. @throws PkiError MISMATCH, SIGNATURE */
export async function checkMathematics(
  data: SignedData,
  o: { content: Uint8Array; contentType: string },
): Promise<void> {
  if (data.contentType !== o.contentType) throw new PkiError('MISMATCH', `content type ${data.contentType}`);
  if (data.content && !sameBytes(data.content, o.content))
    throw new PkiError('MISMATCH', 'another content is attached');
  if (!sameBytes(await digestBytes(data.digest, o.content), data.messageDigest))
    throw new PkiError('MISMATCH', 'it was signed over another content');
  await checkSignature({
    spki: data.signer.spki,
    algorithm: data.signatureAlgorithm,
    digest: data.digest,
    signature: data.signature,
    over: data.signedAttributes,
  });
}

type Signer = Omit<SignedData, 'contentType' | 'content' | 'certificates'>;

async function readSigner(info: Der, certificates: Certificate[], contentType: string): Promise<Signer> {
  const parts = new Parts(info);
  if (integerOf(parts.next()) !== 1n) throw new PkiError('UNSUPPORTED', 'a signer not named by issuer and serial');
  const id = new Parts(parts.next());
  const issuer = id.next(tags.sequence).raw;
  const serial = integerOf(id.next());
  id.end();
  const digest = digestOf(parts.next());
  const signed = parts.next(0xa0);
  const signatureAlgorithm = parts.next(tags.sequence);
  const signature = parts.next(tags.octetString).content;
  const unsigned = parts.optional(0xa1);
  parts.end();

  const signer = certificates.find((one) => one.serial === serial && sameBytes(one.issuer, issuer));
  if (!signer) throw new PkiError('MISMATCH', "the signer's certificate is not there");
  const attributes = attributesOf(signed);
  const typed = attributes.get(oids.contentType);
  const messageDigest = attributes.get(oids.messageDigest);
  if (!typed || oidOf(typed) !== contentType || !messageDigest) throw new PkiError('MISMATCH', 'the signed attributes');
  await checkSigningCertificate(attributes, signer);
  return {
    signer,
    isNamedBySha1: !attributes.has(oids.signingCertificateV2),
    digest,
    messageDigest: expectTag(messageDigest, tags.octetString).content,
    signedAttributes: new Uint8Array([tags.set, ...signed.raw.subarray(1)]),
    signatureAlgorithm,
    signature,
    timestamp: unsigned ? timestampIn(unsigned) : null,
  };
}

/** Parses attributes with one value each; rejects repeated types and any order but DER's for a SET. */
function attributesOf(field: Der): Map<string, Der> {
  const found = new Map<string, Der>();
  let before = new Uint8Array(0);
  for (const attribute of childrenOf(field)) {
    if (compare(before, attribute.raw) > 0) throw new PkiError('ENCODING', 'attributes out of order');
    before = new Uint8Array(attribute.raw);
    const parts = new Parts(attribute);
    const oid = oidOf(parts.next());
    const [value, ...more] = childrenOf(parts.next(tags.set));
    parts.end();
    if (!value || more.length > 0 || found.has(oid)) throw new PkiError('ENCODING', `attribute ${oid}`);
    found.set(oid, value);
  }
  return found;
}

function timestampIn(field: Der): Uint8Array {
  const attributes = attributesOf(field);
  const token = attributes.get(oids.signatureTimestamp);
  if (!token || attributes.size !== 1) throw new PkiError('UNSUPPORTED', 'an unsigned attribute that is no timestamp');
  return token.raw;
}

/** Checks ESS signing-certificate-v2, or v1 from older authorities: the signed attribute that names the signer's certificate. */
async function checkSigningCertificate(attributes: Map<string, Der>, signer: Certificate): Promise<void> {
  const v2 = attributes.get(oids.signingCertificateV2);
  const v1 = attributes.get(oids.signingCertificate);
  const attribute = v2 ?? v1;
  if (!attribute) throw new PkiError('MISMATCH', 'no signing-certificate attribute');
  const [first] = childrenOf(new Parts(attribute).next(tags.sequence));
  if (!first) throw new PkiError('ENCODING', 'an empty signing-certificate attribute');
  const parts = new Parts(first);
  const algorithm = v2 ? parts.optional(tags.sequence) : undefined;
  const expected = v2
    ? await digestBytes(algorithm ? digestOf(algorithm) : 'SHA-256', signer.raw)
    : new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array(signer.raw)));
  const stated = parts.next(tags.octetString).content;
  if (!sameBytes(stated, expected)) throw new PkiError('MISMATCH', `it names another certificate, ${hexOf(stated)}`);
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  return a.length - b.length;
}
