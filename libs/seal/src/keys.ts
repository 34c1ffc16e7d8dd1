import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { open } from 'node:fs/promises';
import { SealError } from './error.ts';

export type KeyAlgorithm = 'ecdsa-p256-sha256' | 'rsa-sha256' | 'ed25519';

/** A private key that signs but is never handed out: a file in development, a device or a service elsewhere. */
export interface KeyHandle {
  readonly alg: KeyAlgorithm;
  /** Signature over `tbs`, which is hashed here: ECDSA as DER (RFC 3279 §2.2.3), RSA as PKCS #1 v1.5, Ed25519 raw (RFC 8032). */
  sign(tbs: Uint8Array): Promise<Uint8Array>;
}

/** A key with the certificates that speak for it: DER, leaf first, without the root. */
export interface CertifiedKey {
  readonly key: KeyHandle;
  readonly chain: readonly Uint8Array[];
}

/** A key held in this process, with its public half as DER SubjectPublicKeyInfo. */
export interface SoftwareKey extends KeyHandle {
  readonly spki: Uint8Array;
}

/** Throws `KEY_UNSUITABLE` for anything but P-256, RSA of at least 2048 bits, and Ed25519. */
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
 * Opens a PKCS#8 PEM file. Throws `KEY_EXPOSED` when group or others have any right on it, `KEY_UNREADABLE` when it is
 * absent or holds no private key, `KEY_UNSUITABLE` as `softwareKey` does.
 */
export async function openKeyFile(path: string): Promise<SoftwareKey> {
  return softwareKey(await readPrivateKey(path));
}

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

// The curve is looked at before anything is exported: SM2 keys pass for ECDSA in node:crypto and some exports of them abort the process.
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
