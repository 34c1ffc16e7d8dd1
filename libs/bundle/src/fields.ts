import { z } from 'zod';

export const digest = z.string().regex(/^[0-9a-f]{64}$/);
export const time = z.iso.datetime({ precision: 3 });
export const size = z.int().nonnegative();
/** Untrusted text that may be printed to terminals: no control characters. */
export const line = z.string().regex(/^\P{Cc}*$/u);

/** Attestation number: `PK` + 8 digits of the UTC day + 10 Crockford base-32 characters + check digit (see `ano.ts`). */
export const anoPattern = /^PK\d{8}[0-9A-HJKMNP-TV-Z]{10}[0-9A-HJKMNP-TV-Z]$/;
