import { createSHA256 } from 'hash-wasm';
import { onTask } from '../worker-side.ts';

const pieceBytes = 1024 * 1024;

/** SHA-256 of a file of any size, read in chunks; lower-case hex. */
onTask<File, string>(async (file, onRead) => {
  const hash = await createSHA256();
  for (let at = 0; at < file.size; at += pieceBytes) {
    hash.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
    onRead(Math.min(at + pieceBytes, file.size));
  }
  return hash.digest('hex');
});
