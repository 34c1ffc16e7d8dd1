import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts what the database must not store in plain text, such as identity numbers and secrets of second factors. Its
 * key is not in the database.
 */
export interface Vault {
  /**
   * Encrypts with AES-256-GCM (NIST SP 800-38D).
   * @param place column and row, as additional authenticated data: the ciphertext decrypts for this place only
   */
  encrypt(text: string, place: string): Buffer;
  /** @throws Error if it was encrypted for another place or under another key, or was changed */
  decrypt(encrypted: Uint8Array, place: string): string;
  /** Encrypts bytes, which must fit in memory. */
  encryptBytes(bytes: Uint8Array, place: string): Buffer;
  /** @throws Error as `decrypt` */
  decryptBytes(encrypted: Uint8Array, place: string): Buffer;
  /** A keyed digest for finding equal texts; without the key, texts can't be guessed (HMAC-SHA-256, 32 bytes). */
  fingerprint(text: string, kind: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** @param key 32 secret bytes */
export function openVault(key: Uint8Array): Vault {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', key, '', info, 32));
  // The labels are part of the stored data: if they change, nothing decrypts.
  const encryptionKey = derive('proofkeep vault seal v1');
  const fingerprintKey = derive('proofkeep vault fingerprint v1');
  const encryptBytes = (bytes: Uint8Array, place: string) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const decryptBytes = (encrypted: Uint8Array, place: string) => {
    const bytes = Buffer.from(encrypted);
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  };
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, place) => encryptBytes(Buffer.from(text, 'utf8'), place),
    decrypt: (encrypted, place) => decryptBytes(encrypted, place).toString('utf8'),
    fingerprint: (text, kind) =>
      createHmac('sha256', fingerprintKey)
        .update(JSON.stringify([kind, text]))
        .digest(),
  };
}
