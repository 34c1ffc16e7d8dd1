import { createHash } from 'node:crypto';
import type { Client } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';

const windowMinutes = 15;
/** From one address few, so that somebody elsewhere can still get in; from all together more. */
const allowed = { fromAddress: 10, together: 100 };

/**
 * Counts a try at an account's password before the password is looked at: tries at once wait for each other here. A code by
 * text message still lets its owner in. @throws Refusal LOCKED
 */
export async function countSignIn(db: Client, { account, address, now }: SignIn): Promise<void> {
  const since = new Date(now.getTime() - windowMinutes * 60_000);
  for (const [key, limit] of keysOf(account, address)) {
    const { rows } = await db.query<{ failures: number }>(
      `insert into sign_in_failure (key_sha256, failures, since) values ($1, 1, $2)
       on conflict (key_sha256) do update set
         failures = case when sign_in_failure.since < $3 then 1 else sign_in_failure.failures + 1 end,
         since = case when sign_in_failure.since < $3 then $2 else sign_in_failure.since end
       returning failures`,
      [key, now, since],
    );
    if ((rows[0]?.failures ?? 0) > limit) throw new Refusal('LOCKED', { values: { minutes: windowMinutes } });
  }
}

export async function forgetFailures(db: Client, { account, address }: Omit<SignIn, 'now'>): Promise<void> {
  const keys = keysOf(account, address).map(([key]) => key);
  await db.query('delete from sign_in_failure where key_sha256 = any($1)', [keys]);
}

interface SignIn {
  account: string;
  address: string;
  now: Date;
}

const keysOf = (account: string, address: string): [Buffer, number][] => [
  [digest(['together', account]), allowed.together],
  [digest(['from address', account, address]), allowed.fromAddress],
];

const digest = (parts: string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();
