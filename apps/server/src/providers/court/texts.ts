import { z } from 'zod';

/** PostgreSQL stores no U+0000; other control characters don't belong in a text that users read. */
const unprintable = /\p{Cc}/u;

/** The court's number of a submission. */
export const CourtReference = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !unprintable.test(text), 'control character');

/** Why the court refuses or returns a submission; it may have several lines. */
export const CourtReason = z
  .string()
  .min(1)
  .max(2_000)
  .refine((text) => !unprintable.test(text.replaceAll(/[\t\r\n]/g, '')), 'control character');
