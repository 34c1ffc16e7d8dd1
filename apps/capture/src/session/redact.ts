import { createHash } from 'node:crypto';
import type { Exchange, Headers } from '../record/exchange.ts';

/** Headers whose value lets its holder act as the user (RFC 9110 §11, RFC 6265). */
const credentials: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);
/** A shorter secret occurs in many bodies by chance. */
const leastSecret = 4;

/** Whether a request's body contains a secret. */
export type SecretTest = (body: Uint8Array) => boolean;

/** Looks for secrets in the spellings in which a request may have them. */
export function testFor(secrets: ReadonlySet<string>): SecretTest {
  const all = [...secrets].filter(({ length }) => length >= leastSecret).flatMap(spellings);
  return (body) => {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return all.some((text) => bytes.includes(text));
  };
}

/**
 * Returns a copy of an exchange with credentials replaced by their digests, and a request body that contains a typed
 * password by the body's digest. A person who has the sent value can later prove it by the digest.
 */
export function withoutCredentials(exchange: Exchange, isSecret: SecretTest): { exchange: Exchange; replaced: number } {
  let replaced = 0;
  const withhold = (headers: Headers): Headers =>
    headers.map(([name, value]): [string, string] => {
      if (!credentials.has(name.toLowerCase())) return [name, value];
      replaced += 1;
      return [name, `sha256:${sha256(value)}`];
    });
  const { requestHeaders, response, requestBody } = exchange;
  const copy = {
    ...exchange,
    requestHeaders: requestHeaders && withhold(requestHeaders),
    response: response && { ...response, headers: withhold(response.headers) },
  };
  if (!requestBody || !isSecret(requestBody)) return { exchange: copy, replaced };
  return { exchange: { ...copy, requestBody: Buffer.from(`sha256:${sha256(requestBody)}`) }, replaced: replaced + 1 };
}

/** Whether a request's body contains one of the secrets. */
export const hasSecret = ({ requestBody }: Exchange, isSecret: SecretTest): boolean =>
  requestBody !== null && isSecret(requestBody);

/** Spellings of a secret in a form, in JSON and in plain text. */
function spellings(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [...new Set([secret, encoded, form, JSON.stringify(secret).slice(1, -1)])];
}

const sha256 = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex');
