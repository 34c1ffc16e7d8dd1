import {
  type Certificate,
  checkTimestamp,
  isAnchored,
  PkiError,
  parseTimestamp,
  verifyTimestamp,
} from '@proofkeep/pki';
import { type Element, readAll, readOne } from './der-read.ts';
import { SealError } from './error.ts';

/** What a token must answer, and by whom it is believed. */
export interface Asked {
  /** What the digest in the request is of. */
  readonly content: Uint8Array;
  readonly nonce: bigint;
  readonly roots: readonly Certificate[];
}

/**
 * The token of a DER TimeStampResp (RFC 3161 §2.4.2) once it is checked to answer what was asked, with the verifier's own
 * code: no bundle holds a token that fails there. Throws `OUTSIDE_REFUSED` when the request was not granted,
 * `OUTSIDE_INVALID` for anything that is not such an answer.
 */
export async function grantedToken(response: Uint8Array, asked: Asked): Promise<Uint8Array> {
  try {
    const token = tokenOf(response);
    await checkToken(token, asked);
    return token;
  } catch (cause) {
    if (cause instanceof SealError && cause.code !== 'DER_INVALID') throw cause;
    // Whatever is wrong with bytes from outside is told as such.
    const what = cause instanceof PkiError ? 'the token does not verify' : 'the answer cannot be read';
    throw new SealError('OUTSIDE_INVALID', `${what}: ${(cause as Error).message}`, cause);
  }
}

function tokenOf(response: Uint8Array): Uint8Array {
  const [statusInfo, token] = readAll(readOne(response, 0x30).content);
  const [status, ...explanation] = readAll(statusInfo?.content ?? response);
  // 0 is granted, 1 granted with modifications; the checks decide whether these matter.
  const isGranted = status?.tag === 0x02 && status.content.length === 1 && (status.content[0] ?? 2) <= 1;
  if (!isGranted) throw new SealError('OUTSIDE_REFUSED', `not granted${textOf(explanation)}`);
  if (!token) throw new SealError('OUTSIDE_INVALID', 'granted, but without a token');
  return token.raw;
}

async function checkToken(token: Uint8Array, { content, nonce, roots }: Asked): Promise<void> {
  const timestamp = await parseTimestamp(token);
  // RFC 3161 §2.4.2: else it may be the answer to another request.
  if (timestamp.nonce !== nonce) throw new SealError('OUTSIDE_INVALID', 'the token does not give back the nonce');
  await checkTimestamp(timestamp, content);
  if (isAnchored(timestamp.signed.certificates, roots))
    await verifyTimestamp(timestamp, { content, roots, lenient: true });
}

/** PKIFreeText (RFC 4210 §5.1.1), where there is one. */
function textOf([freeText]: Element[]): string {
  if (freeText?.tag !== 0x30) return '';
  return `: ${readAll(freeText.content)
    .map(({ content }) => Buffer.from(content).toString('utf8'))
    .join(' ')}`;
}
