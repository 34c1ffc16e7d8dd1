import { createSHA256 } from 'hash-wasm';

/**
 * Continues a SHA-256 whose bytes arrive over a long time. The state has no secrets and can be stored.
 * @param state of the bytes before; null if there are none
 * @returns the state after these bytes
 * @throws Error if another version of the digest code made the state
 */
export async function continueSha256(state: Uint8Array | null, bytes: Uint8Array): Promise<Uint8Array> {
  const hasher = await createSHA256();
  if (state) hasher.load(state);
  return hasher.update(bytes).save();
}

/** Returns the SHA-256, lower-case hex, of the bytes that led to a state. @throws as `continueSha256` */
export async function finishSha256(state: Uint8Array): Promise<string> {
  const hasher = await createSHA256();
  hasher.load(state);
  return hasher.digest('hex');
}
