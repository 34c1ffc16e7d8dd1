import { z } from 'zod';
import { recoveryCodeLength } from '../shared/limits.ts';

/** Identifier of a second factor. */
export const Id = z.uuid();
/** Ticket for the second step of signing in. */
export const Ticket = z.string().max(64);
/** Code of an authenticator app. */
export const TotpCode = z.string().regex(/^\d{6}$/, 'sixDigits');
/** A recovery code as displayed, in four groups; case and dashes are ignored. */
export const RecoveryCode = z.string().trim().min(recoveryCodeLength.min).max(recoveryCodeLength.max);

/** Limit of calls about the caller's own second factors. */
export const own = [{ per: 'login', times: 60, seconds: 3_600 }] as const;
