import { anoPattern } from './fields.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Crockford's modulus for the check character. */
const modulus = 37;

/**
 * Makes an attestation number: `PK`, the UTC day, ten random base-32 digits and a check digit over the rest. Skips numbers
 * whose check character is one of the five extra symbols, so that every number is safe in paths and URLs.
 * @param random at least ten bytes from a secure source; five bits of each are used
 */
export function newAno(at: Date, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('ten random bytes are needed');
  const day = at.toISOString().slice(0, 10).replaceAll('-', '');
  const head = day + Array.from(random.subarray(0, 9), (byte) => digits[byte & 31]).join('');
  for (let last = random[9] as number; ; last++) {
    const body = head + digits[last & 31];
    const check = digits[remainderOf(body)];
    if (check) return `PK${body}${check}`;
  }
}

/** Whether a text is an attestation number with a correct check digit. */
export const isAno = (text: string): boolean =>
  anoPattern.test(text) && digits[remainderOf(text.slice(2, -1))] === text.at(-1);

function remainderOf(body: string): number {
  let remainder = 0;
  for (const symbol of body) remainder = (remainder * 32 + digits.indexOf(symbol)) % modulus;
  return remainder;
}
