import { hash } from 'node:crypto';
import type { SoftwareKey } from './keys.ts';

/** Signs checkpoints of the log: an Ed25519 key under a name (C2SP signed-note). */
export interface LogSigner {
  readonly name: string;
  /** Four bytes that stand before each signature in a note. */
  readonly keyHash: Uint8Array;
  /** `<name>+<key hash, hex>+<base64 of type and key>`: what others need to check the log's signatures. */
  readonly vkey: string;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** C2SP signed-note: signature type of Ed25519. */
const ed25519Type = 0x01;

export function logSigner(key: SoftwareKey): LogSigner {
  const publicKey = key.spki.subarray(-32); // RFC 8410 §4: the key is the end of the SubjectPublicKeyInfo
  const name = `proofkeep.local/${hash('sha256', publicKey, 'hex').slice(0, 8)}`;
  const typed = Buffer.concat([Buffer.from([ed25519Type]), publicKey]);
  const keyHash = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4);
  return {
    name,
    keyHash,
    vkey: `${name}+${keyHash.toString('hex')}+${typed.toString('base64')}`,
    sign: (message) => key.sign(message),
  };
}
