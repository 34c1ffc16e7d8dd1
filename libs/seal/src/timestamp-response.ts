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

/** The request that a token must answer, and the trusted roots. */
export interface Asked {
  /** The content whose digest was sent. */
  readonly content: Uint8Array;
  readonly nonce: bigint;
  readonly roots: readonly Certificate[];
}

/**
 * Extracts the token of a DER TimeStampResp (RFC 3161 §2.4.2) and checks it with the verifier's code, so that no bundle gets
 * a token that fails verification.
 * @throws SealError `OUTSIDE_REFUSED` if the request was not granted, `OUTSIDE_INVALID` for any other response
 */
export async function grantedToken(response: Uint8Array, asked: Asked): Promise<Uint8Array> {
  const token = await orInvalid('the answer cannot be read', async () => tokenOf(response));
  await orInvalid('the token does not verify', () => checkToken(token, asked));
  return token;
}

/** Turns any error about an outside response into `OUTSIDE_INVALID`. */
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
  // 0 is granted, 1 granted with modifications; the checks decide whether they matter.
  if (!status || ![0n, 1n].includes(integerOf(status)))
    throw new SealError('OUTSIDE_REFUSED', `not granted${textOf(explanation)}`);
  if (!token) throw new SealError('OUTSIDE_INVALID', 'granted, but without a token');
  return token.raw;
}

async function checkToken(token: Uint8Array, { content, nonce, roots }: Asked): Promise<void> {
  const timestamp = await parseTimestamp(token);
  // RFC 3161 §2.4.2: otherwise the token may belong to another request.
  if (timestamp.nonce !== nonce) throw new SealError('OUTSIDE_INVALID', 'the token does not give back the nonce');
  await checkTimestamp(timestamp, content);
  if (isAnchored(timestamp.signed.certificates, roots))
    await verifyTimestamp(timestamp, { content, roots, lenient: true });
}

/** Reads PKIFreeText (RFC 4210 §5.1.1); empty if absent. */
function textOf([freeText]: Der[]): string {
  if (freeText?.tag !== tags.sequence) return '';
  return `: ${childrenOf(freeText)
    .map(({ content }) => Buffer.from(content).toString('utf8'))
    .join(' ')}`;
}
