import { createHash } from 'node:crypto';
import type { Exchange, Headers } from '../record/exchange.ts';

/** Headers whose value lets its holder act as the user (RFC 9110 §11, RFC 6265). */
const credentials: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);
/** A shorter secret occurs in any body by chance. */
const leastSecret = 4;

/**
 * Replaces credentials by their digests, and request bodies that contain a typed password by the body's digest. The digest
 * proves later what was sent, to those who have it.
 * @returns the number of replaced values
 */
export function withholdCredentials(exchanges: readonly Exchange[], secrets: ReadonlySet<string>): number {
  const hidden = [...secrets].filter(({ length }) => length >= leastSecret).flatMap(spellings);
  let count = 0;
  const withhold = (headers: Headers): Headers =>
    headers.map(([name, value]): [string, string] => {
      if (!credentials.has(name.toLowerCase())) return [name, value];
      count += 1;
      return [name, `sha256:${sha256(value)}`];
    });
  for (const exchange of exchanges) {
    if (exchange.requestHeaders) exchange.requestHeaders = withhold(exchange.requestHeaders);
    if (exchange.response) exchange.response = { ...exchange.response, headers: withhold(exchange.response.headers) };
    const body = exchange.requestBody;
    if (!body || !contains(body, hidden)) continue;
    exchange.requestBody = Buffer.from(`sha256:${sha256(body)}`);
    count += 1;
  }
  return count;
}

/** How a secret may stand in a form, in JSON or in plain text. */
function spellings(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  return [...new Set([secret, encoded, form, JSON.stringify(secret).slice(1, -1)])];
}

function contains(body: Uint8Array, hidden: readonly string[]): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return hidden.some((text) => bytes.includes(text));
}

const sha256 = (value: string | Uint8Array): string => createHash('sha256').update(value).digest('hex');
