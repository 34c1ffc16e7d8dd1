import { createHash, createHmac } from 'node:crypto';
import { percentEncoded } from '../kit/percent-encoding.ts';

export interface AcsRequest {
  /** Host, with its port unless it is the scheme's default. */
  host: string;
  action: string;
  version: string;
  query: Record<string, string>;
}

export interface AcsSigner {
  keyId: string;
  keySecret: string;
  at: Date;
  /** Single use. */
  nonce: string;
}

const algorithm = 'ACS3-HMAC-SHA256';

/**
 * Signs a POST request without a body to an RPC API of Alibaba Cloud
 * (https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature). @returns its query
 * and headers, without `host`, which the HTTP client sets
 */
export function signed(
  { host, action, version, query }: AcsRequest,
  { keyId, keySecret, at, nonce }: AcsSigner,
): { query: string; headers: Record<string, string> } {
  const headers = {
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': at.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  // Header names must be sorted; `host` comes first and the others are in order.
  const named = Object.entries({ host, ...headers });
  const names = named.map(([name]) => name).join(';');
  const lines = named.map(([name, value]) => `${name}:${value}\n`).join('');
  const encodedQuery = queryOf(query);
  const request = ['POST', '/', encodedQuery, lines, names, sha256('')].join('\n');
  const signature = createHmac('sha256', keySecret)
    .update(`${algorithm}\n${sha256(request)}`)
    .digest('hex');
  const authorization = `${algorithm} Credential=${keyId},SignedHeaders=${names},Signature=${signature}`;
  return { query: encodedQuery, headers: { ...headers, authorization } };
}

/** Sorted by name. */
const queryOf = (query: Record<string, string>): string =>
  Object.keys(query)
    .sort()
    .map((name) => `${percentEncoded(name)}=${percentEncoded(query[name] ?? '')}`)
    .join('&');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
