import { Gunzip } from 'fflate';

/** A piece of the content of one gzip member. */
export interface MemberPiece {
  /** Offset of the member in the file. */
  member: number;
  bytes: Uint8Array;
}

/** DEFLATE expands at most 1032 times (RFC 1951), so this bounds what is decompressed at once. */
const inputBytes = 16 * 1024;
/** Yields to other work after this many bytes, because decompression is synchronous. */
const turnBytes = 2 * 1024 * 1024;

/**
 * Decompresses a file of gzip members (RFC 1952 §2.2) in constant memory and says where each begins, which
 * `DecompressionStream` doesn't. CRC-32 and length of members are not compared.
 * @throws Error where a member can't be read, or the last one has no end
 */
export async function* gzipMembers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<MemberPiece> {
  let pieces: MemberPiece[] = [];
  let member = 0;
  let untilTurn = turnBytes;
  const gunzip = new Gunzip((bytes) => {
    untilTurn -= bytes.length;
    if (bytes.length > 0) pieces.push({ member, bytes });
  });
  gunzip.onmember = (offset) => {
    member = offset;
  };
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += inputBytes) {
      gunzip.push(chunk.subarray(at, at + inputBytes));
      yield* pieces;
      pieces = [];
      if (untilTurn > 0) continue;
      await new Promise((resolve) => setTimeout(resolve));
      untilTurn = turnBytes;
    }
  gunzip.push(new Uint8Array(0), true);
  yield* pieces;
}
