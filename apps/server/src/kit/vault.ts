import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Keeps what must not stand in the database in the clear: identity numbers, secrets of second factors. Without its key, which
 * is not in the database, what is sealed stays sealed.
 */
export interface Vault {
  /** AES-256-GCM (NIST SP 800-38D). `place` says which field of which row it is for: it opens there and nowhere else. */
  seal(text: string, place: string): Buffer;
  /** @throws Error where it was not sealed for this place, or not under this key */
  open(sealed: Uint8Array, place: string): string;
  /** The same of bytes, which are held in memory whole. */
  sealBytes(bytes: Uint8Array, place: string): Buffer;
  /** @throws Error as `open` */
  openBytes(sealed: Uint8Array, place: string): Buffer;
  /** Alike for the same text, to find it again; without the key nobody can try texts (HMAC-SHA-256, 32 bytes). */
  fingerprint(text: string, kind: string): Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;

/** @param key 32 secret bytes */
export function openVault(key: Uint8Array): Vault {
  const derived = (info: string) => Buffer.from(hkdfSync('sha256', key, '', info, 32));
  const sealing = derived('proofkeep vault seal v1');
  const finding = derived('proofkeep vault fingerprint v1');
  const sealBytes = (bytes: Uint8Array, place: string) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const openBytes = (sealed: Uint8Array, place: string) => {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  };
  return {
    sealBytes,
    openBytes,
    seal: (text, place) => sealBytes(Buffer.from(text, 'utf8'), place),
    open: (sealed, place) => openBytes(sealed, place).toString('utf8'),
    fingerprint: (text, kind) =>
      createHmac('sha256', finding)
        .update(JSON.stringify([kind, text]))
        .digest(),
  };
}
