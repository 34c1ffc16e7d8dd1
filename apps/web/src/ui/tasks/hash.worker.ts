import { createSHA256, createSM3 } from 'hash-wasm';
import type { FileDigests, HashTask } from './hash-file.ts';
import { onTask } from './worker-side.ts';

const pieceBytes = 1024 * 1024;

/** Digests of a file of any size, read in chunks. */
onTask<HashTask, FileDigests>(async ({ file, withSm3 }, onRead) => {
  const sha256 = await createSHA256();
  const sm3 = withSm3 ? await createSM3() : null;
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    sha256.update(piece);
    sm3?.update(piece);
    onRead(Math.min(at + pieceBytes, file.size));
  }
  return { sha256: sha256.digest('hex'), sm3: sm3?.digest('hex') ?? null };
});
