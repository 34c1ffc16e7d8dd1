import { createHash } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import { networksOf } from '../../http/networks.ts';
import { Refusal } from '../../kit/refusal.ts';
import { isPassword } from './passwords.ts';

export const windowMinutes = 15;
/** From one address few, so that somebody elsewhere can still get in; from all together more. */
const allowed = { fromAddress: 10, together: 100 };
/** Of 10^6 codes three are good at a time: ten tries from anywhere find one in 30,000 windows (RFC 6238 §5.2). */
const allowedSecond = 10;

/**
 * Compares a password outside of any transaction. The try is counted before, so that tries at once cannot get past the limit;
 * the right password forgets the failures. `account` is the person's id, or what was typed where nobody has that name: its
 * case does not count, as in a name that somebody has.
 * @returns whether it is right, and whether the next try is locked out
 * @throws Refusal LOCKED, PASSWORDS_BUSY
 */
export async function tryPassword(
  db: Client,
  { now, ...who }: SignIn,
  { password, passwordHash }: { password: string; passwordHash: string | null | undefined },
): Promise<{ isRight: boolean; isLast: boolean }> {
  const isLast = await countSignIn(db, { ...who, now });
  try {
    const isRight = await isPassword(password, passwordHash);
    if (isRight) await forgetFailures(db, who);
    return { isRight, isLast };
  } catch (error) {
    // It was not compared.
    await uncount(db, keysOf(who));
    throw error;
  }
}

/** Counts a try before it is looked at: tries at once wait for each other here. @throws Refusal LOCKED */
export const countSignIn = (db: Client, { now, ...who }: SignIn): Promise<boolean> => count(db, keysOf(who), who, now);

/** The same for codes of an authenticator app; whoever has no way but those may use a passkey or a recovery code meanwhile. */
export async function countSecondStep(db: Client, { personId, now }: { personId: string; now: Date }): Promise<void> {
  await count(db, [[digest(['second step', personId]), allowedSecond]], {}, now);
}

async function count(
  db: Client,
  keys: [Buffer, number][],
  { hasOtherWays = false }: Pick<SignIn, 'hasOtherWays'>,
  now: Date,
): Promise<boolean> {
  let isLast = false;
  const since = new Date(now.getTime() - windowMinutes * 60_000);
  for (const [key, limit] of keys) {
    const { rows } = await db.query<{ failures: number }>(
      `insert into sign_in_failure (key_sha256, failures, since) values ($1, 1, $2)
       on conflict (key_sha256) do update set
         failures = case when sign_in_failure.since < $3 then 1 else sign_in_failure.failures + 1 end,
         since = case when sign_in_failure.since < $3 then $2 else sign_in_failure.since end
       returning failures`,
      [key, now, since],
    );
    const failures = rows[0]?.failures ?? 0;
    if (failures > limit)
      throw new Refusal('LOCKED', { values: { minutes: windowMinutes, ...(hasOtherWays ? { otherWays: '' } : {}) } });
    isLast ||= failures === limit;
  }
  return isLast;
}

async function uncount(db: Client, keys: [Buffer, number][]): Promise<void> {
  await db.query('update sign_in_failure set failures = failures - 1 where key_sha256 = any($1) and failures > 0', [
    keys.map(([key]) => key),
  ]);
}

export async function forgetFailures(db: Client, who: Omit<SignIn, 'now'>): Promise<void> {
  await forget(
    db,
    keysOf(who).map(([key]) => key),
  );
}

export const forgetSecondStep = (db: Client, personId: string): Promise<void> =>
  forget(db, [digest(['second step', personId])]);

async function forget(db: Client, keys: Buffer[]): Promise<void> {
  await db.query('delete from sign_in_failure where key_sha256 = any($1)', [keys]);
}

interface SignIn {
  account: string;
  address: string;
  /**
   * Digest of a browser's secret, where the person has signed in with that browser before: its tries are counted for
   * themselves, so that nobody elsewhere locks him out of it (OWASP, Slow Down Online Guessing Attacks with Device Cookies).
   */
  knownBrowser?: Buffer | undefined;
  /** The refusal names the ways to sign in that need no password. */
  hasOtherWays?: boolean;
  now: Date;
}

function keysOf({ account: typed, address, knownBrowser }: Omit<SignIn, 'now'>): [Buffer, number][] {
  const account = typed.toLowerCase();
  if (knownBrowser) return [[digest(['known browser', account, knownBrowser.toString('hex')]), allowed.fromAddress]];
  // In this order: what is locked out at one address does not count against the others.
  return [
    [digest(['from address', account, networksOf(address)[0]]), allowed.fromAddress],
    [digest(['together', account]), allowed.together],
  ];
}

const digest = (parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
