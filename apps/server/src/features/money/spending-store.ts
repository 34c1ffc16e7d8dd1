import type { Client } from '../../database/client.ts';

/**
 * What a login took from the balance in the calendar month (UTC+8), in cents, for charges and for packages: what is held counts,
 * what was given back does not.
 */
export async function spentInMonth(db: Client, loginId: string, now: Date): Promise<number> {
  return (await spentByEach(db, [loginId], now)).get(loginId) ?? 0;
}

/** The same of each of some logins; who spent nothing is not among them. */
export async function spentByEach(db: Client, loginIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await db.query<{ loginId: string; cents: number }>(
    `select login_id as "loginId", sum(cents)::float8 as cents from spent_from_balance
     where login_id = any($1) and at >= month_of($2) group by login_id`,
    [loginIds, now],
  );
  return new Map(rows.map(({ loginId, cents }) => [loginId, cents]));
}
