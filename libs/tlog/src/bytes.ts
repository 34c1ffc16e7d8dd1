import { TlogError } from './error.ts';

/** Encodes standard base64 with padding, RFC 4648 §4. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Decodes standard base64 with padding; rejects non-canonical encodings of the same bytes.
 * @throws TlogError `FORM_INVALID`
 */
export function fromBase64(text: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch (cause) {
    throw new TlogError('FORM_INVALID', 'not base64', cause);
  }
  if (toBase64(bytes) !== text) throw new TlogError('FORM_INVALID', 'base64 in an unusual spelling');
  return bytes;
}

/** Whether both arrays have the same bytes. Not in constant time: not for secrets. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Parses a decimal number without sign or leading zeros, below 2^53. @throws TlogError `FORM_INVALID` */
export function fromDecimal(text: string): number {
  const value = Number(text);
  if (!/^(0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(value))
    throw new TlogError('FORM_INVALID', `"${text}" is not a decimal number`);
  return value;
}
