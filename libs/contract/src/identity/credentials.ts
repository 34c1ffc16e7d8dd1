import { z } from 'zod';
import { codePattern, normalizePhone, passwordLength, phonePattern, typedPhoneLength } from './typed-credentials.ts';

/** Mobile number of the Chinese mainland: eleven digits, also with separators, `+86` or `0086`. */
export const Phone = z.string().max(typedPhoneLength).overwrite(normalizePhone).regex(phonePattern, 'phone');

/** A new password. NIST SP 800-63B-4 §3.1.1.2: any characters, no rules of composition. */
export const Password = z.string().min(passwordLength.min).max(passwordLength.max);

/** The code in a text message. */
export const TextCode = z.string().regex(codePattern, 'sixDigits');
