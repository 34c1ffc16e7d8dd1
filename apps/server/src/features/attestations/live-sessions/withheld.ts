import { gzipMembers } from '@proofkeep/bundle';

/** Only this much of each record is searched; its headers are shorter. */
const mostBytes = 2 ** 20;
const digest = 'sha256:[0-9a-f]{64}';
const replacedHeaders = new RegExp(`^(?:authorization|proxy-authorization|cookie|set-cookie): ${digest}\\r?$`, 'gim');
const replacedBody = new RegExp(`^${digest}$`);

/**
 * Counts the values that a capture node replaced by digests in a network record (data.md), from the record itself: a node
 * that was lost has stated no number.
 *
 * @param archive gzip members with one WARC record each
 */
export async function withheldIn(archive: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  let at = -1;
  let size = 0;
  let pieces: Uint8Array[] = [];
  for await (const { member, bytes } of gzipMembers(archive)) {
    if (member !== at) {
      count += withheldOf(pieces);
      [at, size, pieces] = [member, 0, []];
    }
    if (size < mostBytes) pieces.push(bytes);
    size += bytes.length;
  }
  return count + withheldOf(pieces);
}

/** Counts in one record (ISO 28500:2017 §4): its head, then the HTTP head and the body of its block. */
function withheldOf(pieces: readonly Uint8Array[]): number {
  const [head = '', http = '', ...rest] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n');
  if (!/^WARC-Type: (?:request|response|revisit)\r?$/m.test(head)) return 0;
  const isRequest = /^WARC-Type: request\r?$/m.test(head);
  // The record's own two line ends follow the body.
  const hasBody = isRequest && rest.length === 2 && replacedBody.test(rest[0] ?? '');
  return (http.match(replacedHeaders)?.length ?? 0) + Number(hasBody);
}
