import type { Client } from '../../database/client.ts';

/** A member's spending limit per month; null: no limit. */
export async function findSpendingLimit(db: Client, loginId: string): Promise<number | null> {
  const { rows } = await db.query<{ limitCents: number | null }>(
    'select spending_limit_cents::float8 as "limitCents" from login where id = $1',
    [loginId],
  );
  return rows[0]?.limitCents ?? null;
}

/** Logins of the account, the holder first. */
export async function findPeople(db: Client, accountId: string): Promise<{ userId: string; name: string }[]> {
  const { rows } = await db.query<{ userId: string; name: string }>(
    'select id as "userId", name from login where account_id = $1 order by role, name, id limit 500',
    [accountId],
  );
  return rows;
}
