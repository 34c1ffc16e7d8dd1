import { z } from 'zod';

// Forms use the functions below and not the schemas, so that sign-in pages load no validator.

/** Digits of a mobile number. */
export const phoneDigits = 11;
const phonePattern = /^1[3-9]\d{9}$/;
/** Mobile number of the Chinese mainland, eleven digits without a country code. */
export const Phone = z.string().regex(phonePattern, 'phone');
/** Checks for a `Phone`. */
export const isPhone = (value: unknown): value is string => typeof value === 'string' && phonePattern.test(value);

/** Fewest and most characters of a password. NIST SP 800-63B-4 §3.1.1.2; argon2 gains nothing from more than the most. */
export const passwordLength = { min: 8, max: 128 } as const;
/** A new password. NIST SP 800-63B-4 §3.1.1.2: any characters, no rules of composition. */
export const Password = z.string().min(passwordLength.min).max(passwordLength.max);
/** Checks for a `Password`. */
export const isPassword = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= passwordLength.min && value.length <= passwordLength.max;

/** Digits of a code in a text message, and of one shown by an authenticator app. */
export const codeDigits = 6;
const codePattern = /^\d{6}$/;
/** The code in a text message. */
export const TextCode = z.string().regex(codePattern, 'sixDigits');
/** Checks for a `TextCode`. */
export const isTextCode = (value: unknown): value is string => typeof value === 'string' && codePattern.test(value);

/** A phone number as it is shown to everyone, its owner included: `138****1234`. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;
