import { z } from 'zod';

/** Maximum length of a mail address (RFC 5321 §4.5.3.1.3, less the angle brackets). */
export const emailLength = 254;

/** A mail address, in lower case. */
export const Email = z.string().trim().toLowerCase().max(emailLength).pipe(z.email());
