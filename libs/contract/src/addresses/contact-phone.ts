import { z } from 'zod';

const pattern = /^(1[3-9]\d{9}|0\d{9,11}|\+852[2-9]\d{7}|\+853[268]\d{7}|\+886[2-9]\d{7,8})$/;
const withoutSeparators = (phone: string): string => phone.replace(/(?<=\d)[\s-]+(?=\d)/g, '');

/** Most characters of a contact phone as it is typed. */
export const contactPhoneLength = 30;

/**
 * Phone number of a recipient: mobile numbers and landlines with area code of the mainland, and numbers of Hong Kong, Macao
 * and Taiwan with `+852`, `+853` or `+886`. Spaces and hyphens between digits are removed.
 */
export const ContactPhone = z
  .string()
  .trim()
  .max(contactPhoneLength)
  .transform(withoutSeparators)
  .pipe(z.string().regex(pattern, 'contactPhone'));

/** Checks for a `ContactPhone` without a schema, for forms. */
export const isContactPhone = (text: unknown): boolean =>
  typeof text === 'string' && text.trim().length <= contactPhoneLength && pattern.test(withoutSeparators(text.trim()));
