import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SealError } from './error.ts';

/** Supported signature algorithms. Ed25519 signs the log only. */
export type KeyAlgorithm = 'ecdsa-p256-sha256' | 'rsa-sha256' | 'ed25519';

/** A private key that can sign but not be exported: a file in development, an HSM or a service in production. */
export interface KeyHandle {
  readonly alg: KeyAlgorithm;
  /** Hashes and signs `tbs`: ECDSA as DER (RFC 3279 §2.2.3), RSA as PKCS #1 v1.5, Ed25519 raw (RFC 8032). */
  sign(tbs: Uint8Array): Promise<Uint8Array>;
}

/** A key with its certificate chain: DER, leaf first, without the root. */
export interface CertifiedKey {
  readonly key: KeyHandle;
  readonly chain: readonly Uint8Array[];
}

/** A key in the memory of this process, with its public key as DER SubjectPublicKeyInfo. */
export interface SoftwareKey extends KeyHandle {
  readonly spki: Uint8Array;
}

/** Wraps a private key: P-256, RSA of at least 2048 bits, or Ed25519. @throws SealError `KEY_UNSUITABLE` for any other */
export function softwareKey(privateKey: KeyObject): SoftwareKey {
  const alg = algorithmOf(privateKey);
  const hash = alg === 'ed25519' ? null : 'sha256';
  return {
    alg,
    spki: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    sign: async (tbs) => sign(hash, tbs, privateKey),
  };
}

/**
 * Opens a PKCS#8 PEM file.
 * @throws SealError `KEY_EXPOSED` if group or others have any permission on it, `KEY_UNREADABLE` if it is absent or has no
 *   private key, `KEY_UNSUITABLE` as `softwareKey` does
 */
export async function openKeyFile(path: string): Promise<SoftwareKey> {
  return softwareKey(await readPrivateKey(path));
}

/**
 * Reads a private key of any type from a PKCS#8 PEM file.
 * @throws SealError `KEY_EXPOSED` if group or others have any permission on it, `KEY_UNREADABLE` if it is absent or has no
 *   private key
 */
export async function readPrivateKey(path: string): Promise<KeyObject> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new SealError('KEY_UNREADABLE', `no private key at ${path}`, cause);
  });
  try {
    const { mode } = await file.stat();
    if (mode & 0o077) throw new SealError('KEY_EXPOSED', `${path} may be read by other users; its mode must be 0600`);
    return parsePrivateKey(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

function parsePrivateKey(pem: string, path: string): KeyObject {
  if (!pem.startsWith('-----BEGIN PRIVATE KEY-----'))
    throw new SealError('KEY_UNREADABLE', `${path} is not PKCS#8 PEM`);
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new SealError('KEY_UNREADABLE', `${path} holds no private key`, cause);
  }
}

// Checks the curve before any export: node:crypto takes SM2 keys for ECDSA, and some exports of them abort the process.
function algorithmOf(key: KeyObject): KeyAlgorithm {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519';
  if (key.asymmetricKeyType === 'ec' && details?.namedCurve === 'prime256v1') return 'ecdsa-p256-sha256';
  if (key.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= 2048) return 'rsa-sha256';
  throw new SealError(
    'KEY_UNSUITABLE',
    `a key of type ${details?.namedCurve ?? key.asymmetricKeyType} is not used here`,
  );
}
