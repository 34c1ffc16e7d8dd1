import { z } from 'zod';
import { phoneDigitsOf } from '../identity/typed-credentials.ts';

const pattern = /^(1[3-9]\d{9}|0\d{9,11}|\+852[2-9]\d{7}|\+853[268]\d{7}|\+886[2-9]\d{7,8})$/;
/** Removes separators and the mainland's country code; a landline gets the zero that is dialled within the country. */
function withoutSeparators(typed: string): string {
  const digits = phoneDigitsOf(typed);
  const inCountry = digits.replace(/^(?:\+|00)86/, '');
  return inCountry === digits || /^(0|1[3-9])/.test(inCountry) ? inCountry : `0${inCountry}`;
}

/** Maximum length of a contact phone as typed. */
export const contactPhoneLength = 30;

/**
 * Phone number of a recipient: mobile numbers and landlines with area code of the mainland, and numbers of Hong Kong, Macao
 * and Taiwan with `+852`, `+853` or `+886`. Separators and `+86` are removed.
 */
export const ContactPhone = z
  .string()
  .max(contactPhoneLength)
  .transform(withoutSeparators)
  .pipe(z.string().regex(pattern, 'contactPhone'));

/** Checks for a `ContactPhone` without a schema, for forms. */
export const isContactPhone = (text: unknown): boolean =>
  typeof text === 'string' && text.length <= contactPhoneLength && pattern.test(withoutSeparators(text));
