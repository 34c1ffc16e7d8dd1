import { sha256Chunks, type Zip } from '@proofkeep/bundle';
import { problem } from './details.ts';
import type { IndexLine } from './network-record.ts';

/** A record that is longer, compressed or decompressed, is not read completely. */
const recordLimit = 32 * 1024 * 1024;

/**
 * Reads the payload of a response record (ISO 28500 §6.3) and checks its digest. @returns null if the record exceeds
 * the limit @throws Problem record-part
 */
export async function payloadOf(
  wacz: Zip,
  line: IndexLine,
): Promise<{ bytes: Uint8Array; contentType: string } | null> {
  if (line.length > recordLimit) return null;
  const source = wacz.part(line.archive);
  const compressed = await source.read(line.offset, line.length);
  const record = await decompressed(new Uint8Array(compressed));
  if (!record) return null;
  const afterRecordHead = endOfHead(record, 0, line);
  const afterHttpHead = endOfHead(record, afterRecordHead, line);
  // Two line ends close a record (§4).
  const bytes = record.subarray(afterHttpHead, record.length - 4);
  if (`sha256:${await sha256Chunks(once(bytes))}` !== line.digest) throw problem('record-part', { part: line.url });
  const http = new TextDecoder('latin1').decode(record.subarray(afterRecordHead, afterHttpHead));
  return { bytes, contentType: /^content-type:\s*(.*)$/im.exec(http)?.[1] ?? '' };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function decompressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > recordLimit) {
      await reader.cancel();
      return null;
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function endOfHead(record: Uint8Array, from: number, line: IndexLine): number {
  for (let at = from; at + 3 < record.length; at++)
    if (record[at] === 13 && record[at + 1] === 10 && record[at + 2] === 13 && record[at + 3] === 10) return at + 4;
  throw problem('record-part', { part: line.url });
}
