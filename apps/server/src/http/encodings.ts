import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const codings = ['br', 'gzip'] as const;
export type Coding = (typeof codings)[number] | 'identity';

/** Names with their weights, of a header that lists preferences (RFC 9110 §12.4.2, §12.5); highest weight first. */
export function preferencesIn(header: string): { name: string; weight: number }[] {
  return header
    .split(',')
    .map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
      return { name, weight: weight >= 0 && weight <= 1 ? weight : 0 };
    })
    .filter(({ name }) => name !== '')
    .sort((one, other) => other.weight - one.weight);
}

/** Picks the smallest accepted coding (RFC 9110 §12.5.3), whatever its weight above 0. */
export function codingFor(accepted: string | undefined): Coding {
  const asked = preferencesIn(accepted ?? '');
  const isAccepted = (coding: string): boolean =>
    (asked.find(({ name }) => name === coding) ?? asked.find(({ name }) => name === '*'))?.weight !== 0 &&
    asked.some(({ name }) => name === coding || name === '*');
  return codings.find(isAccepted) ?? 'identity';
}

/**
 * For replies compressed on request: brotli's quality 4 takes about as long as gzip's default, and its output is
 * smaller.
 */
const quickQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Compresses an answer outside the event loop. */
export async function encode(body: Buffer, coding: Coding, { isQuick }: { isQuick: boolean }): Promise<Buffer> {
  if (coding === 'br') return promisify(brotliCompress)(body, isQuick ? quickQuality : {});
  return coding === 'gzip' ? promisify(gzip)(body) : body;
}

/** A strong ETag. Each content coding needs one of its own (RFC 9110 §8.8.3.3). */
export const etagOf = (body: Buffer, coding: Coding): string =>
  `"${createHash('sha256').update(body).digest('base64url')}-${coding}"`;

/** Whether `If-None-Match` names the ETag: weak comparison, RFC 9110 §13.1.2. */
export const isKnown = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false;
