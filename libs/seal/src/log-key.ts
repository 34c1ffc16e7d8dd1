import { hash } from 'node:crypto';
import { formatVerifierKey, type NoteSigner, noteKey } from '@proofkeep/tlog';
import type { SoftwareKey } from './keys.ts';

/** Signs checkpoints of the log: an Ed25519 key under a name (C2SP signed-note). */
export interface LogSigner extends NoteSigner {
  /** The verifier key: `<name>+<key hash, hex>+<base64 of type and key>`. */
  readonly vkey: string;
}

/** Makes the signer of a log, whose name is derived from the key. */
export async function logSigner(key: SoftwareKey): Promise<LogSigner> {
  const publicKey = key.spki.subarray(-32); // RFC 8410 §4: the key is the end of the SubjectPublicKeyInfo
  const name = `proofkeep.local/${hash('sha256', publicKey, 'hex').slice(0, 8)}`;
  const noted = await noteKey(name, publicKey);
  return { name, keyHash: noted.keyHash, vkey: formatVerifierKey(noted), sign: (message) => key.sign(message) };
}
