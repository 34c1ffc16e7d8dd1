import { bitsOf, type Der, integerOf, oidOf, owned, Parts, parseDer, tags } from './der.ts';
import { PkiError } from './error.ts';

/** A SHA-2 digest (FIPS 180-4) that signatures and tokens may use, by its WebCrypto name. */
export type DigestName = 'SHA-256' | 'SHA-384' | 'SHA-512';

const digests: Record<string, DigestName> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

type Scheme = { kind: 'ecdsa' | 'rsa'; digest: DigestName | null };

const signatures: Record<string, Scheme> = {
  '1.2.840.10045.4.3.2': { kind: 'ecdsa', digest: 'SHA-256' },
  '1.2.840.10045.4.3.3': { kind: 'ecdsa', digest: 'SHA-384' },
  '1.2.840.10045.4.3.4': { kind: 'ecdsa', digest: 'SHA-512' },
  // rsaEncryption in a SignerInfo: digestAlgorithm names the digest.
  '1.2.840.113549.1.1.1': { kind: 'rsa', digest: null },
  '1.2.840.113549.1.1.11': { kind: 'rsa', digest: 'SHA-256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', digest: 'SHA-384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', digest: 'SHA-512' },
};

const curves: Record<string, { name: string; bytes: number }> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
};

/** Returns the OID of an AlgorithmIdentifier whose parameters are absent or NULL. */
function plainAlgorithm(der: Der): string {
  const parts = new Parts(der);
  const oid = oidOf(parts.next());
  const parameters = parts.optional(tags.null);
  if (parameters && parameters.content.length > 0) throw new PkiError('ENCODING', 'NULL with content');
  parts.end();
  return oid;
}

/** Accepts SHA-2 only: SHA-1 and MD5 are broken. @throws PkiError UNSUPPORTED */
export function digestOf(der: Der): DigestName {
  const oid = plainAlgorithm(der);
  const name = digests[oid];
  if (!name) throw new PkiError('UNSUPPORTED', `digest algorithm ${oid}`);
  return name;
}

/** Computes a digest with WebCrypto. */
export const digestBytes = async (name: DigestName, bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest(name, owned(bytes)));

/** Verifies a signature with the key of a SubjectPublicKeyInfo. @throws PkiError SIGNATURE, UNSUPPORTED, ENCODING */
export async function checkSignature(o: {
  spki: Uint8Array;
  algorithm: Der;
  /** Digest named by the SignerInfo; absent for certificates, whose signature algorithm names it. */
  digest?: DigestName;
  signature: Uint8Array;
  over: Uint8Array;
}): Promise<void> {
  const oid = plainAlgorithm(o.algorithm);
  const scheme = signatures[oid];
  if (!scheme) throw new PkiError('UNSUPPORTED', `signature algorithm ${oid}`);
  const digest = scheme.digest ?? o.digest;
  if (!digest || (o.digest && o.digest !== digest)) throw new PkiError('MISMATCH', 'two different digest algorithms');
  const valid = scheme.kind === 'ecdsa' ? await checkEcdsa(o, digest) : await checkRsa(o, digest);
  if (!valid) throw new PkiError('SIGNATURE', 'the signature is not over this content');
}

/** Whether a P-256 key made this signature (DER, SHA-256) over this content. @throws PkiError UNSUPPORTED, ENCODING, SIGNATURE */
export const verifyEcdsa = (o: { spki: Uint8Array; signature: Uint8Array; over: Uint8Array }): Promise<boolean> =>
  checkEcdsa(o, 'SHA-256', ['P-256']);

async function checkEcdsa(
  o: { spki: Uint8Array; signature: Uint8Array; over: Uint8Array },
  hash: DigestName,
  names: readonly string[] = ['P-256', 'P-384', 'P-521'],
) {
  const algorithm = new Parts(parseSpki(o.spki).algorithm);
  algorithm.next(tags.oid);
  const curve = curves[oidOf(algorithm.next())];
  if (!curve || !names.includes(curve.name))
    throw new PkiError('UNSUPPORTED', `an elliptic curve that is not ${names.join(' or ')}`);
  const key = await importKey(o.spki, { name: 'ECDSA', namedCurve: curve.name });
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, rawSignature(o.signature, curve.bytes), owned(o.over));
}

async function checkRsa(o: { spki: Uint8Array; signature: Uint8Array; over: Uint8Array }, hash: DigestName) {
  const key = await importKey(o.spki, { name: 'RSASSA-PKCS1-v1_5', hash });
  return crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, owned(o.signature), owned(o.over));
}

async function importKey(spki: Uint8Array, algorithm: EcKeyImportParams | RsaHashedImportParams): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('spki', owned(spki), algorithm, false, ['verify']);
  } catch (cause) {
    throw new PkiError('UNSUPPORTED', 'the public key cannot be used', cause);
  }
}

function parseSpki(spki: Uint8Array): { algorithm: Der } {
  const parts = new Parts(parseDer(spki));
  const algorithm = parts.next(tags.sequence);
  bitsOf(parts.next());
  parts.end();
  return { algorithm };
}

/** Converts SEQUENCE { r, s } to r ‖ s, each as wide as the curve. */
function rawSignature(der: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const parts = new Parts(parseDer(der));
  const raw = new Uint8Array(width * 2);
  for (const at of [0, width]) {
    const part = parts.next(tags.integer);
    if (integerOf(part) <= 0n) throw new PkiError('SIGNATURE', 'not a signature');
    const value = part.content[0] === 0 ? part.content.subarray(1) : part.content;
    if (value.length > width) throw new PkiError('SIGNATURE', 'not a signature');
    raw.set(value, at + width - value.length);
  }
  parts.end();
  return raw;
}
