import type { z } from 'zod';
import { BundleError } from './error.ts';

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Serializes a JSON value as RFC 8785 (JSON Canonicalization Scheme).
 * @throws BundleError NOT_CANONICALISABLE for values JSON cannot represent without loss: undefined, functions, non-finite
 *   numbers, integers beyond 2^53, lone surrogates, and objects that are not plain
 */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value))) {
    // §3.2.3: sorted by UTF-16 code units, as JavaScript compares strings.
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalString(name)}:${canonicalText(member)}`).join(',')}}`;
  }
  throw new BundleError('NOT_CANONICALISABLE', `JSON has no form for ${typeof value}`);
}

/** Serializes a JSON value as UTF-8 bytes of `canonicalText`. @throws BundleError NOT_CANONICALISABLE */
export const canonicalBytes = (value: unknown): Uint8Array => new TextEncoder().encode(canonicalText(value));

/**
 * Parses a sealed JSON part: strict UTF-8, valid for the schema, and byte for byte the canonical form of its value, so that
 * no byte can change unnoticed. @param entry path for the error. @throws BundleError JSON_INVALID
 */
export function readSealed<T extends z.ZodType>(schema: T, bytes: Uint8Array, entry?: string): z.infer<T> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new BundleError('JSON_INVALID', 'not JSON in UTF-8', { entry, cause });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.join('.') || 'the value';
    throw new BundleError('JSON_INVALID', `${where}: ${issue?.message ?? 'not of the schema'}`, { entry });
  }
  if (!sameBytes(canonicalBytes(value), bytes))
    throw new BundleError('JSON_INVALID', 'not in RFC 8785 form', { entry });
  return parsed.data;
}

/** Whether two byte strings are equal. Not constant-time. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** §3.2.2.3: ECMAScript's number form; rejects numbers that would not survive a round trip. */
function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new BundleError('NOT_CANONICALISABLE', 'JSON has no form for a non-finite number');
  if (Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER && Math.abs(value) < 1e21)
    throw new BundleError('NOT_CANONICALISABLE', 'an integer beyond 2^53 - 1 has no exact form');
  return JSON.stringify(value);
}

function canonicalString(value: string): string {
  if (loneSurrogate.test(value)) throw new BundleError('NOT_CANONICALISABLE', 'a lone surrogate has no UTF-8 form');
  return JSON.stringify(value);
}
