import { createSHA256 } from 'hash-wasm';
import type { Puzzle, Solving } from './solve.ts';

/** Numbers tried between two progress messages. */
const stride = 8_192;

/** Counts up until SHA-256 of salt and number begins with enough zero bits. */
async function solve({ salt, zeroBits }: Puzzle): Promise<void> {
  const hash = await createSHA256();
  for (let n = 0; ; n++) {
    const digest = hash.init().update(`${salt}${n}`).digest('binary');
    const head = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
    if (Math.clz32(head) >= zeroBits) return postMessage({ tried: n + 1, solution: String(n) } satisfies Solving);
    if (n % stride === stride - 1) postMessage({ tried: n + 1, solution: null } satisfies Solving);
  }
}

addEventListener('message', ({ data }: MessageEvent<Puzzle>) => void solve(data));
