import { z } from 'zod';
import { Phone } from './credentials.ts';

/** Purpose of a text message code; the code is valid for that purpose only. */
export type CodePurpose =
  | 'register'
  | 'login'
  | 'reset'
  | 'bind'
  | 'member'
  | 'confirm'
  | 'recovery'
  | 'sign'
  | 'party';

/**
 * Proof of work against bots: a number for which SHA-256 of `salt` and the number begins with `zeroBits` zero bits. Can
 * be used once, within ten minutes.
 */
export const Challenge = z.strictObject({
  id: z.string(),
  salt: z.string(),
  zeroBits: z.int(),
});
/** Fields of an input that carry a solved challenge. */
export const Solved = { challengeId: z.string().max(64), solution: z.string().regex(/^\d{1,12}$/, 'digits') };

/** Input of a call that sends a code to a possibly unknown phone. */
export const SendRequest = z.strictObject({ phone: Phone, ...Solved });
/** Reply to a call that sent a code. */
export const Sent = z.strictObject({
  /** Minimum time between two codes to one phone. */
  againInSeconds: z.int(),
  validSeconds: z.int(),
});
/** Codes per phone, purpose and requester (browser or signed-in user) within 24 hours. */
export const textCodesADay = 5;
/** Codes per phone within 24 hours in total, except from browsers its owner has signed in with. */
export const strangerCodesADay = 15;
/** Rate limit of every call that sends a code. */
export const sendingRefusals = ['CODES_USED_UP', 'CODES_PAUSED'] as const;
/** Applies to codes for every purpose. */
export const sending = [{ per: 'address', times: 30, seconds: 3_600, together: 'text codes' }] as const;
