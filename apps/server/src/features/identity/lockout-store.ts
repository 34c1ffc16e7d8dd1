import type { Client } from '../../database/client.ts';

/** Counts a failure under a key and returns the count; a count that began before `windowBegan` starts over. */
export async function countFailure(
  db: Client,
  key: Buffer,
  { now, windowBegan }: { now: Date; windowBegan: Date },
): Promise<number> {
  const { rows } = await db.query<{ failures: number }>(
    `insert into sign_in_failure (key_sha256, failures, since) values ($1, 1, $2)
     on conflict (key_sha256) do update set
       failures = case when sign_in_failure.since < $3 then 1 else sign_in_failure.failures + 1 end,
       since = case when sign_in_failure.since < $3 then $2 else sign_in_failure.since end
     returning failures`,
    [key, now, windowBegan],
  );
  return rows[0]?.failures ?? 0;
}

export async function uncountFailure(db: Client, keys: Buffer[]): Promise<void> {
  await db.query('update sign_in_failure set failures = failures - 1 where key_sha256 = any($1) and failures > 0', [
    keys,
  ]);
}

export async function deleteFailures(db: Client, keys: Buffer[]): Promise<void> {
  await db.query('delete from sign_in_failure where key_sha256 = any($1)', [keys]);
}
