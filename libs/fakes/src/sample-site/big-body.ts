import { createHash } from 'node:crypto';

/** Generates bytes that do not repeat from one MiB to the next, as they are sent. */
export function* bigBody(mebibytes: number): Generator<Buffer> {
  const block = createHash('shake256', { outputLength: 1024 * 1024 })
    .update('wanhuo')
    .digest();
  for (let i = 0; i < mebibytes; i++) {
    const numbered = Buffer.from(block);
    numbered.writeUInt32BE(i, 0);
    yield numbered;
  }
}

/** SHA-256 of a big body, hexadecimal, computed block by block. */
export function bigBodySha256(mebibytes: number): string {
  const hash = createHash('sha256');
  for (const block of bigBody(mebibytes)) hash.update(block);
  return hash.digest('hex');
}
