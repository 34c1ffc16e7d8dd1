import {
  type Certificate,
  checkTimestamp,
  childrenOf,
  type Der,
  integerOf,
  isAnchored,
  Parts,
  parseDer,
  parseTimestamp,
  tags,
  verifyTimestamp,
} from '@proofkeep/pki';
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
  const token = await orInvalid('the answer cannot be read', async () => tokenOf(response));
  await orInvalid('the token does not verify', () => checkToken(token, asked));
  return token;
}

/** Whatever is wrong with bytes from outside is told as such. */
async function orInvalid<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof SealError) throw cause;
    throw new SealError('OUTSIDE_INVALID', `${what}: ${(cause as Error).message}`, cause);
  }
}

function tokenOf(response: Uint8Array): Uint8Array {
  const parts = new Parts(parseDer(response, tags.sequence));
  const [status, ...explanation] = childrenOf(parts.next(tags.sequence));
  const token = parts.optional(tags.sequence);
  parts.end();
  // 0 is granted, 1 granted with modifications; the checks decide whether these matter.
  if (!status || ![0n, 1n].includes(integerOf(status)))
    throw new SealError('OUTSIDE_REFUSED', `not granted${textOf(explanation)}`);
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
function textOf([freeText]: Der[]): string {
  if (freeText?.tag !== tags.sequence) return '';
  return `: ${childrenOf(freeText)
    .map(({ content }) => Buffer.from(content).toString('utf8'))
    .join(' ')}`;
}
