import { z } from 'zod';

/** SHA-256 or SM3 digest: 64 lower-case hexadecimal digits. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** UTC time to the millisecond, without leap seconds: `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export const time = z.iso.datetime({ precision: 3 });
/** Size in bytes, or a count: 0 to 2^53 − 1. */
export const size = z.int().nonnegative();
/** Untrusted text that may be printed to terminals: no control characters. */
export const line = z.string().regex(/^\P{Cc}*$/u);

/** Attestation number: `PK` + 8 digits of the UTC day + 10 Crockford base-32 characters + check digit (see `ano.ts`). */
export const anoPattern = /^PK\d{8}[0-9A-HJKMNP-TV-Z]{10}[0-9A-HJKMNP-TV-Z]$/;
