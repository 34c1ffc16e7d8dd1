import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A request with its signature (ACS3-HMAC-SHA256). */
export interface SignedRequest {
  /** Method, path and query as in the request line. */
  method: string;
  target: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Access key of an account. */
export interface Keys {
  keyId: string;
  keySecret: string;
}

/** HTTP status, code and message with which the interface refuses a request. */
export interface RequestProblem {
  status: number;
  code: string;
  message: string;
}

const skewMs = 15 * 60_000;
const authorizationForm =
  /^ACS3-HMAC-SHA256 Credential=(?<keyId>[^,]+),\s?SignedHeaders=(?<names>[a-z0-9;-]+),\s?Signature=(?<signature>[0-9a-f]{64})$/;

/**
 * Checks a request as the gateway of Alibaba Cloud does, signature method V3: the body's digest, age and nonce, every
 * header that must be signed, and the signature over the received bytes.
 * @returns null if the request is valid
 */
export function judge(
  request: SignedRequest,
  { keyId, keySecret }: Keys,
  usedNonces: Set<string>,
): RequestProblem | null {
  const { headers, body } = request;
  const refuse = (code: string, message: string, status = 400): RequestProblem => ({ status, code, message });
  const groups = authorizationForm.exec(headers.authorization ?? '')?.groups;
  if (!groups) return refuse('MissingParameter', 'Authorization is mandatory for this action.');
  if (groups.keyId !== keyId) return refuse('InvalidAccessKeyId.NotFound', 'Specified access key is not found.', 404);

  const names = (groups.names ?? '').split(';');
  const toBeSigned = Object.keys(headers).filter(
    (name) => name === 'host' || name === 'content-type' || name.startsWith('x-acs-'),
  );
  const isWhole = toBeSigned.every((name) => names.includes(name)) && names.join() === [...names].sort().join();
  const digest = sha256(body);
  if (!isWhole || headers['x-acs-content-sha256'] !== digest)
    return refuse('SignatureDoesNotMatch', 'Headers or body are not what was signed.');
  if (!isSame(signatureOf(request, names, digest, keySecret), groups.signature ?? ''))
    return refuse('SignatureDoesNotMatch', 'Specified signature is not matched with our calculation.');

  const date = String(headers['x-acs-date']);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) || Math.abs(Date.now() - Date.parse(date)) > skewMs)
    return refuse('InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.');
  const nonce = String(headers['x-acs-signature-nonce']);
  if (usedNonces.has(nonce)) return refuse('SignatureNonceUsed', 'Specified signature nonce was used already.');
  usedNonces.add(nonce);
  return null;
}

function signatureOf({ method, target, headers }: SignedRequest, names: string[], digest: string, keySecret: string) {
  const { pathname, searchParams } = new URL(target, 'http://gateway');
  const query = [...searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map((pair) => pair.map(percent).join('='));
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    digest,
  ].join('\n');
  const toSign = `ACS3-HMAC-SHA256\n${sha256(Buffer.from(canonical))}`;
  return createHmac('sha256', keySecret).update(toSign).digest('hex');
}

/** RFC 3986 §2.1, byte by byte. */
const percent = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((one) => (/[A-Za-z0-9._~-]/.test(one) ? one : `%${Buffer.from(one, 'latin1').toString('hex').toUpperCase()}`))
    .join('');

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
