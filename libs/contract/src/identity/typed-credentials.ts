// Imports nothing, so that sign-in pages load no validator. The schemas with the same rules are in `credentials.ts`.

/** Maximum length of a phone number as typed or pasted, with spaces, hyphens and a country code. */
export const typedPhoneLength = 30;
/** Mobile number of the Chinese mainland. */
export const phonePattern = /^1[3-9]\d{9}$/;
/** Spaces, dashes, brackets, dots, and the invisible marks that some programs put around a copied number. */
const phoneSeparators = /[\s\p{Pd}\p{Cf}().·]/gu;

/** A phone as digits, without separators; full-width digits become ASCII (Unicode NFKC). */
export const phoneDigitsOf = (typed: string): string => typed.normalize('NFKC').replace(phoneSeparators, '');

/** A mobile number as it is stored: `+86 138-0000-0001` becomes `13800000001`. Returns other text without separators. */
export const normalizePhone = (typed: string): string => phoneDigitsOf(typed).replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');

/** Checks for a `Phone`. */
export const isPhone = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= typedPhoneLength && phonePattern.test(normalizePhone(value));

/** Minimum and maximum length of a password. NIST SP 800-63B-4 §3.1.1.2; argon2 gains nothing from more than the maximum. */
export const passwordLength = { min: 8, max: 128 } as const;
/** Checks for a `Password`. */
export const isPassword = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= passwordLength.min && value.length <= passwordLength.max;

/** Digits of a code in a text message, and of one shown by an authenticator app. */
export const codeDigits = 6;
/** The digits of such a code. */
export const codePattern = /^\d{6}$/;
/** Checks for a `TextCode`. */
export const isTextCode = (value: unknown): value is string => typeof value === 'string' && codePattern.test(value);

/** A phone number as shown to everyone, including its owner: `138****1234`. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, 3)}****${phone.slice(-4)}`;
