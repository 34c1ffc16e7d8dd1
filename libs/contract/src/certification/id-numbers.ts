import { z } from 'zod';

/** The first problem of a number, in the order of the checks. */
export type IdNumberProblem = 'form' | 'region' | 'birthday' | 'check';
/** Gender stated by the number of an identity card. */
export type Gender = 'female' | 'male';

/** First two digits: provinces (GB/T 2260), and 81 to 83 of residents of Hong Kong, Macau and Taiwan. */
const regions = new Set(
  [
    [11, 15],
    [21, 23],
    [31, 37],
    [41, 46],
    [50, 54],
    [61, 65],
    [71, 71],
    [81, 83],
  ].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_one, at) => String(from + at))),
);
/** Earliest plausible year of birth. */
const firstYear = 1900;

/**
 * The check character of a citizen's identity number (GB 11643-1999 §3.3; ISO 7064 MOD 11-2): it detects every single wrong
 * digit.
 * @param digits the first 17
 */
export function idNumberCheck(digits: string): string {
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += Number(digits[at]) * (2 ** (17 - at) % 11);
  return '10X98765432'.charAt(sum % 11);
}

/**
 * Returns what is wrong with an identity number; null if it is valid.
 * @param text 18 characters, the last may be `x`
 * @param now a birthday later than this day in China is wrong
 */
export function idNumberProblem(text: string, now: Date): IdNumberProblem | null {
  const number = text.toUpperCase();
  if (!/^\d{17}[\dX]$/.test(number)) return 'form';
  if (!regions.has(number.slice(0, 2))) return 'region';
  if (!isBirthday(birthdayOf(number), now)) return 'birthday';
  return idNumberCheck(number) === number.at(17) ? null : 'check';
}

const chinaMs = 8 * 3_600_000;

function isBirthday(day: string, now: Date): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  const today = new Date(now.getTime() + chinaMs).toISOString().slice(0, 10);
  return isReal && at.getUTCFullYear() >= firstYear && day <= today;
}

/** `YYYY-MM-DD`, of digits 7 to 14. */
export const birthdayOf = (idNumber: string): string =>
  `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`;

/** Digit 17: odd for men, even for women. */
export const genderOf = (idNumber: string): Gender => (Number(idNumber[16]) % 2 === 1 ? 'male' : 'female');

/** `110***********002X`: neither birthday nor county. */
export const maskedIdNumber = (idNumber: string): string =>
  `${idNumber.slice(0, 3)}${'*'.repeat(11)}${idNumber.slice(-4)}`;

/** `王*`: only the first character, which hides the length. */
export const maskedName = (name: string): string => `${[...name][0] ?? ''}*`;

/** No I, O, S, V, Z (GB 32100-2015, table 2); the place of a character is its value. */
const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * The check character of a unified social credit code (GB 32100-2015 §4.5, annex B): modulo 31, it detects every single wrong
 * character.
 * @param characters the first 17
 */
export function creditCodeCheck(characters: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of characters.slice(0, 17)) {
    sum += creditAlphabet.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return creditAlphabet.charAt((31 - (sum % 31)) % 31);
}

const creditForm = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;

/** Returns what is wrong with a unified social credit code; null if it is valid. Case doesn't matter. */
export function creditCodeProblem(text: string): 'form' | 'check' | null {
  const code = text.toUpperCase();
  if (!creditForm.test(code)) return 'form';
  return creditCodeCheck(code) === code.at(17) ? null : 'check';
}

/** The number in capitals. */
export const IdNumber = z
  .string()
  .trim()
  .toUpperCase()
  .refine((text) => idNumberProblem(text, new Date()) === null, 'idNumber');

/** The code in capitals. */
export const CreditCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine((text) => creditCodeProblem(text) === null, 'creditCode');
