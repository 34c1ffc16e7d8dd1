import { createHash } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import { networksOf } from '../../http/networks.ts';
import { Refusal } from '../../kit/refusal.ts';
import { countFailure, deleteFailures, uncountFailure } from './lockout-store.ts';
import { isPassword } from './passwords.ts';

export const windowMinutes = 15;
/** Few tries per address, so that the user can still sign in elsewhere; more from all addresses together. */
const allowed = { fromAddress: 10, together: 100 };
/** Three of 10^6 codes are valid at a time, so ten tries from anywhere find one in 30,000 windows (RFC 6238 §5.2). */
const allowedSecond = 10;

/** One attempt to sign in with a password. */
interface Attempt {
  /** The login's id, or the typed name if no login has it; case is ignored. */
  account: string;
  address: string;
  /**
   * Digest of a browser's secret, if the user has signed in with the browser before: its tries are counted separately,
   * so that an attacker elsewhere can't lock the user out of it (OWASP, Slow Down Online Guessing Attacks with Device
   * Cookies).
   */
  knownBrowser?: Buffer | undefined;
  /** The refusal names ways to sign in without a password. */
  hasOtherWays?: boolean;
  now: Date;
}

/**
 * Verifies a password. Call it outside transactions. The try is counted before the comparison, so that concurrent tries
 * can't exceed the limit; the right password deletes the count. @returns whether it is right, and whether the next try
 * will be locked out @throws Refusal LOCKED, PASSWORDS_BUSY
 */
export async function verifyPassword(
  db: Client,
  attempt: Attempt,
  { password, passwordHash }: { password: string; passwordHash: string | null | undefined },
): Promise<{ isRight: boolean; isLast: boolean }> {
  const isLast = await countAttempt(db, attempt);
  try {
    const isRight = await isPassword(password, passwordHash);
    if (isRight) await forgetFailures(db, attempt);
    return { isRight, isLast };
  } catch (error) {
    // The password was not compared.
    await uncountFailure(db, digestsOf(attempt));
    throw error;
  }
}

/** Counts a try; concurrent tries wait for each other here. @throws Refusal LOCKED */
const countAttempt = (db: Client, { hasOtherWays = false, now, ...attempt }: Attempt): Promise<boolean> =>
  count(db, keysOf(attempt), { hasOtherWays, now });

/** @param owner whose second factor it is @throws Refusal LOCKED; passkeys and recovery codes are never locked out */
export async function countSecondStep(db: Client, owner: string, now: Date): Promise<void> {
  await count(db, [[digest(['second step', owner]), allowedSecond]], { hasOtherWays: false, now });
}

/** @returns whether one key has reached its limit */
async function count(
  db: Client,
  keys: [Buffer, number][],
  { hasOtherWays, now }: { hasOtherWays: boolean; now: Date },
): Promise<boolean> {
  let isLast = false;
  const windowBegan = new Date(now.getTime() - windowMinutes * 60_000);
  for (const [key, limit] of keys) {
    const failures = await countFailure(db, key, { now, windowBegan });
    if (failures > limit)
      throw new Refusal('LOCKED', { values: { minutes: windowMinutes, ...(hasOtherWays ? { otherWays: '' } : {}) } });
    isLast ||= failures === limit;
  }
  return isLast;
}

export const forgetFailures = (db: Client, attempt: Pick<Attempt, 'account' | 'address' | 'knownBrowser'>) =>
  deleteFailures(db, digestsOf(attempt));

export const forgetSecondStep = (db: Client, owner: string): Promise<void> =>
  deleteFailures(db, [digest(['second step', owner])]);

const digestsOf = (attempt: Pick<Attempt, 'account' | 'address' | 'knownBrowser'>): Buffer[] =>
  keysOf(attempt).map(([key]) => key);

function keysOf({
  account: typed,
  address,
  knownBrowser,
}: Pick<Attempt, 'account' | 'address' | 'knownBrowser'>): [Buffer, number][] {
  const account = typed.toLowerCase();
  if (knownBrowser) return [[digest(['known browser', account, knownBrowser.toString('hex')]), allowed.fromAddress]];
  // In this order, so that an attempt at a locked address doesn't count against the other limits.
  return [
    [digest(['from address', account, networksOf(address)[0]]), allowed.fromAddress],
    [digest(['together', account]), allowed.together],
  ];
}

const digest = (parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
