import { anoPattern } from './manifest.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Crockford's base 32 with his five extra check symbols: the remainder by 37. */
const checks = `${digits}*~$=U`;

/**
 * A new attestation number: `PK`, the UTC day, ten random base-32 digits, a check character over all before it.
 * `random` gives at least ten bytes from a secure source; five bits of each are used.
 */
export function newAno(at: Date, random: Uint8Array): string {
  const day = at.toISOString().slice(0, 10).replaceAll('-', '');
  const body = Array.from(random.subarray(0, 10), (byte) => digits[byte & 31]).join('');
  if (body.length !== 10) throw new RangeError('ten random bytes are needed');
  return `PK${day}${body}${checkOf(day + body)}`;
}

/** Whether a text is an attestation number whose check character is right. */
export const isAno = (text: string): boolean => anoPattern.test(text) && checkOf(text.slice(2, -1)) === text.at(-1);

function checkOf(body: string): string {
  let remainder = 0;
  for (const symbol of body) remainder = (remainder * 32 + digits.indexOf(symbol)) % 37;
  return checks[remainder] ?? '';
}
