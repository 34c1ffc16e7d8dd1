import { type Element, readAll, readOne } from './der-read.ts';
import { SealError } from './error.ts';
import { checkSignature, readToken } from './timestamp-token.ts';

/** What a token must give back. */
export interface Asked {
  /** DER MessageImprint. */
  readonly imprint: Uint8Array;
  /** DER INTEGER. */
  readonly nonce: Uint8Array;
}

/**
 * The token of a DER TimeStampResp (RFC 3161 §2.4.2) once it is checked to answer what was asked. Throws `OUTSIDE_REFUSED`
 * when the request was not granted, `OUTSIDE_INVALID` for anything that is not such an answer.
 */
export function grantedToken(response: Uint8Array, asked: Asked): Uint8Array {
  const token = tokenOf(response);
  const read = asOutside(() => readToken(token));
  if (asOutside(() => imprintOf(read.stamp.imprint)) !== imprintOf(asked.imprint))
    throw new SealError('OUTSIDE_INVALID', 'the token is over another digest');
  if (!read.stamp.nonce || Buffer.compare(read.stamp.nonce, asked.nonce) !== 0)
    throw new SealError('OUTSIDE_INVALID', 'the token does not give back the nonce');
  asOutside(() => checkSignature(read));
  return token;
}

function tokenOf(response: Uint8Array): Uint8Array {
  const [statusInfo, token] = asOutside(() => readAll(readOne(response, 0x30).content));
  const [status, ...explanation] = asOutside(() => readAll(statusInfo?.content ?? response));
  // 0 is granted, 1 granted with modifications; the checks decide whether these matter.
  const isGranted = status?.tag === 0x02 && status.content.length === 1 && (status.content[0] ?? 2) <= 1;
  if (!isGranted) throw new SealError('OUTSIDE_REFUSED', `not granted${textOf(explanation)}`);
  if (!token) throw new SealError('OUTSIDE_INVALID', 'granted, but without a token');
  return token.raw;
}

/** Algorithm and digest; its parameters do not count, some authorities put in the NULL that the request leaves out. */
function imprintOf(imprint: Uint8Array): string {
  const [algorithm, digest] = readAll(readOne(imprint, 0x30).content);
  const [type] = readAll(algorithm?.content ?? imprint);
  return [type, digest].map((part) => Buffer.from(part?.raw ?? []).toString('hex')).join();
}

function textOf([freeText]: Element[]): string {
  if (freeText?.tag !== 0x30) return '';
  const texts = asOutside(() => readAll(freeText.content)).map(({ content }) => Buffer.from(content).toString('utf8'));
  return `: ${texts.join(' ').replace(/\p{C}/gu, ' ')}`;
}

/** Whatever is wrong with bytes from outside is told as such. */
function asOutside<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof SealError && cause.code === 'OUTSIDE_INVALID') throw cause;
    throw new SealError('OUTSIDE_INVALID', `the answer cannot be read: ${(cause as Error).message}`, cause);
  }
}
