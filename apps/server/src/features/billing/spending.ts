import type { Client } from '../../database/database.ts';

const thisMonth = (who: string): string => `from spent_from_balance where ${who} and at >= month_of($2)`;

/**
 * What a login took from the balance in the calendar month (UTC+8), in cents, for charges and for packages: what is held counts,
 * what was given back does not.
 */
export async function spentInMonth(db: Client, loginId: string, now: Date): Promise<number> {
  return (await spentByEach(db, [loginId], now)).get(loginId) ?? 0;
}

/** The same of all logins of an account together. */
export async function spentByAccount(db: Client, accountId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ cents: number }>(
    `select coalesce(sum(cents), 0)::float8 as cents ${thisMonth('account_id = $1')}`,
    [accountId, now],
  );
  return rows[0]?.cents ?? 0;
}

/** The same of each of some logins; who spent nothing is not among them. */
export async function spentByEach(db: Client, loginIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await db.query<{ loginId: string; cents: number }>(
    `select login_id as "loginId", sum(cents)::float8 as cents ${thisMonth('login_id = any($1)')} group by login_id`,
    [loginIds, now],
  );
  return new Map(rows.map(({ loginId, cents }) => [loginId, cents]));
}
