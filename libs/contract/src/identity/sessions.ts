import { z } from 'zod';

/** A browser keeps the session in the cookie `bq-x-token`, which scripts can't read, so its `token` is null. */
export const SignedIn = z.strictObject({ token: z.string().nullable(), expiresAt: z.iso.datetime() });

/** Ways to take the second step of signing in. */
export const secondWays = ['totp', 'passkey', 'recovery'] as const;

/** Reply to a sign-in: a session, or a ticket for the second step if the user has a second factor. */
export const Entered = z.union([
  SignedIn,
  z.strictObject({
    token: z.null(),
    secondStep: z.strictObject({ ticket: z.string(), ways: z.array(z.enum(secondWays)), validSeconds: z.int() }),
  }),
]);
export type Entered = z.infer<typeof Entered>;

/**
 * Few failures but many calls, as a whole office or city district may share an address; guesses at one account are
 * counted for that account and address (`LOCKED`).
 */
export const failing = [
  { per: 'address', times: 300, seconds: 3_600, of: 'failures', together: 'sign-in failures' },
  { per: 'address', times: 3_000, seconds: 3_600, together: 'sign-ins' },
] as const;
