import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * The age file format, version 1 (age-encryption.org/v1), with one X25519 recipient: any age program decrypts a file of the
 * store with its key. The payload is STREAM: chunks of 64 KiB, each authenticated with its position and whether it is the last.
 */
const version = 'age-encryption.org/v1\n';
const fileKeyBytes = 16;
const nonceBytes = 16;
const tagBytes = 16;
/** Plaintext of a chunk; every chunk but the last has this size. */
const chunkBytes = 64 * 1024;
export const sealedChunkBytes = chunkBytes + tagBytes;

/** Base64 without padding of 32 bytes. */
const field = 43;
/** With one X25519 recipient the header has always this length; the payload's nonce follows it. */
export const headBytes =
  version.length + '-> X25519 '.length + field + 1 + field + 1 + '--- '.length + field + 1 + nonceBytes;

/** The key of a store: its secret scalar and the corresponding recipient. */
export interface AgeKey {
  secret: KeyObject;
  recipient: Buffer;
}

/** DER of an X25519 private and public key before their 32 bytes (RFC 8410 §7, §4). */
const secretPrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');
const publicKey = (raw: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([publicPrefix, raw]), format: 'der', type: 'spki' });
const rawOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);

/** @param scalar 32 secret bytes */
export function ageKeyOf(scalar: Uint8Array): AgeKey {
  const secret = createPrivateKey({ key: Buffer.concat([secretPrefix, scalar]), format: 'der', type: 'pkcs8' });
  return { secret, recipient: rawOf(createPublicKey(secret)) };
}

const derive = (secret: Uint8Array, salt: Uint8Array | string, info: string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Length of the encrypted file. */
export const sealedSize = (plainBytes: number): number =>
  headBytes + plainBytes + tagBytes * Math.max(1, Math.ceil(plainBytes / chunkBytes));

/** Length of the content of an encrypted file. */
export const plainSize = (sealedBytes: number): number =>
  sealedBytes - headBytes - tagBytes * Math.ceil((sealedBytes - headBytes) / sealedChunkBytes);

/** Encrypts content under a key of its own, which only the recipient can unwrap. */
export async function* encryptAge(content: AsyncIterable<Uint8Array>, { recipient }: AgeKey): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(fileKeyBytes);
  const nonce = randomBytes(nonceBytes);
  yield Buffer.concat([headerOf(fileKey, recipient), nonce]);
  const key = derive(fileKey, nonce, 'payload');
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    rest = rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    // A full chunk is kept back: it may be the last.
    while (rest.length > chunkBytes) {
      yield sealChunk(key, number++, rest.subarray(0, chunkBytes), false);
      rest = rest.subarray(chunkBytes);
    }
  }
  yield sealChunk(key, number, rest, true);
}

function headerOf(fileKey: Buffer, recipient: Buffer): Buffer {
  const ephemeral = generateKeyPairSync('x25519');
  const share = rawOf(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: publicKey(recipient) });
  const wrapping = wrapKey(shared, share, recipient);
  const cipher = createCipheriv('chacha20-poly1305', wrapping, Buffer.alloc(12), { authTagLength: tagBytes });
  const wrapped = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
  const header = `${version}-> X25519 ${base64(share)}\n${base64(wrapped)}\n---`;
  return Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`);
}

const wrapKey = (shared: Buffer, share: Buffer, recipient: Buffer) =>
  derive(shared, Buffer.concat([share, recipient]), 'age-encryption.org/v1/X25519');
const macOf = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derive(fileKey, '', 'header'))
    .update(header)
    .digest();

/** Payload key of a file. @param head its first `headBytes`. @throws Error if it is for another key, or was changed */
export function openAge(head: Buffer, { secret, recipient }: AgeKey): Buffer {
  const text = head.subarray(0, headBytes - nonceBytes).toString('latin1');
  const parts = /^age-encryption\.org\/v1\n-> X25519 (\S{43})\n(\S{43})\n--- (\S{43})\n$/.exec(text);
  if (!parts) throw new Error('It has no age header for one X25519 recipient.');
  const [share, wrapped, mac] = parts.slice(1).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer, Buffer];
  const shared = diffieHellman({ privateKey: secret, publicKey: publicKey(share) });
  const key = wrapKey(shared, share, recipient);
  const fileKey = decrypt(key, Buffer.alloc(12), wrapped);
  if (!fileKey) throw new Error('It was encrypted for another key.');
  if (!timingSafeEqual(mac, macOf(fileKey, text.slice(0, text.indexOf('---') + 3))))
    throw new Error('Its header was changed.');
  return derive(fileKey, head.subarray(headBytes - nonceBytes, headBytes), 'payload');
}

/** Counter and mark of the last chunk (STREAM, Hoang et al. 2015). */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, number: number, chunk: Uint8Array, isLast: boolean): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonceOf(number, isLast), { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if the bytes were not encrypted in this way. */
function decrypt(key: Buffer, nonce: Buffer, sealed: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const plain = decipher.update(bytes.subarray(0, -tagBytes));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return undefined;
  }
}

/**
 * Decrypts chunks from a position on, each only after it was authenticated. @param o.isToEnd requires the last chunk:
 * the file may not be truncated @throws Error if a chunk was changed, moved or truncated
 */
export async function* decryptAge(
  sealed: AsyncIterable<Uint8Array>,
  o: { key: Buffer; firstChunk: number; isToEnd: boolean },
): AsyncGenerator<Buffer> {
  let number = o.firstChunk;
  let isLast = false;
  let rest: Buffer = Buffer.alloc(0);
  const open = (chunk: Buffer) => {
    const plain = chunk.length >= tagBytes && decrypt(o.key, nonceOf(number, false), chunk);
    if (plain) return plain;
    const last = chunk.length >= tagBytes && decrypt(o.key, nonceOf(number, true), chunk);
    if (!last || isLast) throw new Error(`Chunk ${number} was changed.`);
    isLast = true;
    return last;
  };
  for await (const piece of sealed) {
    rest = rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    for (; rest.length >= sealedChunkBytes; rest = rest.subarray(sealedChunkBytes)) {
      if (isLast) throw new Error('Something follows the last chunk.');
      yield open(rest.subarray(0, sealedChunkBytes));
      number++;
    }
  }
  if (rest.length > 0) {
    if (isLast) throw new Error('Something follows the last chunk.');
    yield open(rest);
  }
  if (o.isToEnd && !isLast) throw new Error('Its end is missing.');
}
