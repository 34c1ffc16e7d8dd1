import { randomInt } from 'node:crypto';

/** Crockford's Base32 alphabet, without letters that look like digits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Check character by Luhn's formula modulo 32: it detects every single wrong character, and nearly every swap of two neighbours.
 */
function checkOf(body: string): string {
  let sum = 0;
  for (const [at, letter] of [...body].reverse().entries()) {
    const value = letters.indexOf(letter) * (at % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 32) + (value % 32);
  }
  return letters.charAt((32 - (sum % 32)) % 32);
}

/** A new number that cannot be guessed: the prefix, ten random characters (50 bits), and a check character. */
export function newPublicNumber(prefix: string): string {
  const body = Array.from({ length: 10 }, () => letters.charAt(randomInt(32))).join('');
  return `${prefix}${body}${checkOf(body)}`;
}
