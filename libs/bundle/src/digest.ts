import { createSHA256, createSM3, type IHasher } from 'hash-wasm';

/** SHA-256 (FIPS 180-4) and SM3 (GB/T 32905-2016) of the same bytes, lower-case hex. */
export interface Digests {
  sha256: string;
  sm3: string;
}

/** Synchronous digests once the WebAssembly is compiled; each call uses one shared state, so never interleave two. */
export interface Hashes {
  sha256(...parts: Uint8Array[]): Uint8Array;
  sm3(...parts: Uint8Array[]): Uint8Array;
}

/** Compiles the digests (hash-wasm; the same code in browsers and in Node). */
export async function loadHashes(): Promise<Hashes> {
  const [sha256, sm3] = await Promise.all([createSHA256(), createSM3()]);
  const once =
    (hasher: IHasher) =>
    (...parts: Uint8Array[]) => {
      hasher.init();
      for (const part of parts) hasher.update(part);
      return hasher.digest('binary');
    };
  return { sha256: once(sha256), sm3: once(sm3) };
}

/** Both digests and the length of a stream; memory does not grow with it. */
export async function digestChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Digests & { size: number }> {
  const [sha256, sm3] = await Promise.all([createSHA256(), createSM3()]);
  let size = 0;
  for await (const chunk of chunks) {
    sha256.update(chunk);
    sm3.update(chunk);
    size += chunk.length;
  }
  return { sha256: sha256.digest('hex'), sm3: sm3.digest('hex'), size };
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
