import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** The signer: an Ed25519 key, and the name under which the receiver has its public key. */
export interface RequestSigner {
  key: KeyObject;
  keyId: string;
}

/** A key's name: SHA-256 of its public half (SubjectPublicKeyInfo). */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update((key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' }))
    .digest('base64url');

export interface SignedParts {
  method: string;
  url: string;
  /** Absent: the body isn't covered. */
  body?: Uint8Array;
  idempotencyKey?: string;
  now: Date;
}

/** Headers that sign a request (RFC 9421), with the digest of its body (RFC 9530). */
export function signatureHeaders(
  { key, keyId }: RequestSigner,
  { method, url, body, idempotencyKey, now }: SignedParts,
): Record<string, string> {
  const digest = body && `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const headers = {
    ...(digest === undefined ? {} : { 'content-digest': digest }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
  const covered: [string, string][] = [['@method', method], ['@target-uri', url], ...Object.entries(headers)];
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(now.getTime() / 1000);
  const parameters = `(${names});created=${created};keyid="${keyId}";alg="ed25519"`;
  const lines = [...covered, ['@signature-params', parameters]].map(([name, value]) => `"${name}": ${value}`);
  const signature = sign(null, Buffer.from(lines.join('\n')), key).toString('base64');
  return { ...headers, 'signature-input': `proofkeep=${parameters}`, signature: `proofkeep=:${signature}:` };
}
