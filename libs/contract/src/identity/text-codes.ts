import { z } from 'zod';
import { Phone } from './credentials.ts';

/** What a text message with a code is for; a code is good for that alone. */
export type CodePurpose = 'register' | 'login' | 'reset' | 'bind' | 'member' | 'confirm' | 'recovery';

/**
 * Proof of work against robots: a number for which SHA-256 of `salt` and it begins with `zeroBits` zero bits. Good once, for
 * ten minutes.
 */
export const Challenge = z.strictObject({
  id: z.string(),
  salt: z.string(),
  zeroBits: z.int(),
});
/** Fields of an input that carry a solved challenge. */
export const Solved = { challengeId: z.string().max(64), solution: z.string().regex(/^\d{1,12}$/) };

/** Input of a call that sends a code to a phone that need not be known. */
export const SendRequest = z.strictObject({ phone: Phone, ...Solved });
/** Answer to a call that sent a code. */
export const Sent = z.strictObject({
  /** The same phone is sent no other before. */
  againInSeconds: z.int(),
  validSeconds: z.int(),
});
/** So many codes are sent to a phone within 24 hours for one purpose and asker: a browser, or whoever is signed in. */
export const textCodesADay = 5;
/** So many within 24 hours for all purposes and askers together, but for browsers that its owner has signed in with. */
export const strangerCodesADay = 15;
/** Of every call that sends a code. */
export const sendingRefusals = ['CODES_USED_UP', 'CODES_PAUSED'] as const;
/** Whatever the codes are for. */
export const sending = [{ per: 'address', times: 30, seconds: 3_600, together: 'text codes' }] as const;
