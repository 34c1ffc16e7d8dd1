import { createSHA256, createSM3, type IHasher } from 'hash-wasm';

/** SHA-256 (FIPS 180-4) and SM3 (GB/T 32905-2016) of the same bytes, lower-case hex. */
export interface Digests {
  sha256: string;
  sm3: string;
}

/** Synchronous digests, available once the WebAssembly is compiled. Calls share one state: never interleave two. */
export interface Hashes {
  sha256(...parts: Uint8Array[]): Uint8Array;
  sm3(...parts: Uint8Array[]): Uint8Array;
}

let loaded: Promise<Hashes> | undefined;

/** Compiles the digests (hash-wasm, the same in browsers and Node) once; later calls return the same promise. */
export function loadHashes(): Promise<Hashes> {
  loaded ??= compile().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function compile(): Promise<Hashes> {
  const { sha256, sm3 } = await newHashers();
  const once =
    (hasher: IHasher) =>
    (...parts: Uint8Array[]) => {
      hasher.init();
      for (const part of parts) hasher.update(part);
      return hasher.digest('binary');
    };
  return { sha256: once(sha256), sm3: once(sm3) };
}

interface Hashers {
  sha256: IHasher;
  sm3: IHasher;
}

async function newHashers(): Promise<Hashers> {
  const [sha256, sm3] = await Promise.all([createSHA256(), createSM3()]);
  return { sha256, sm3 };
}

/** SHA-256 of bytes that come piece by piece. */
export interface Sha256 {
  /** Starts over. */
  init(): void;
  update(bytes: Uint8Array): void;
  /** Lower-case hex. */
  digest(): string;
}

/** Makes a SHA-256 with its own state. */
export const newSha256 = (): Promise<Sha256> => createSHA256();

/** Pool of hashers: creating one, with its own memory, costs more than hashing a small file. */
const idle: Hashers[] = [];

/** Computes both digests and the length of a stream in constant memory. */
export async function digestChunks(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Digests & { size: number }> {
  const hashers = idle.pop() ?? (await newHashers());
  const [sha256, sm3] = [hashers.sha256.init(), hashers.sm3.init()];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      sm3.update(chunk);
      size += chunk.length;
    }
    return { sha256: sha256.digest('hex'), sm3: sm3.digest('hex'), size };
  } finally {
    idle.push(hashers);
  }
}

/** Computes SHA-256 of a stream in constant memory. @returns lower-case hex */
export async function sha256Chunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hashers = idle.pop() ?? (await newHashers());
  const sha256 = hashers.sha256.init();
  try {
    for await (const chunk of chunks) sha256.update(chunk);
    return sha256.digest('hex');
  } finally {
    idle.push(hashers);
  }
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += hexOf[byte];
  return hex;
}
