import type { Client } from '../../database/client.ts';

/**
 * Amount that a login took from the balance in the calendar month (UTC+8), in cents, for holds and packages. Released
 * holds and refunds are not included.
 */
export async function spentInMonth(db: Client, loginId: string, now: Date): Promise<number> {
  return (await spentByEach(db, [loginId], now)).get(loginId) ?? 0;
}

/** `spentInMonth` of several logins; logins that spent nothing are missing. */
export async function spentByEach(db: Client, loginIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await db.query<{ loginId: string; cents: number }>(
    `select login_id as "loginId", sum(cents)::float8 as cents from spent_from_balance
     where login_id = any($1) and at >= month_of($2) group by login_id`,
    [loginIds, now],
  );
  return new Map(rows.map(({ loginId, cents }) => [loginId, cents]));
}

/** A login's monthly limit; locks it until the transaction ends. Null if it has none. */
export async function lockSpendingLimit(db: Client, loginId: string): Promise<number | null> {
  const { rows } = await db.query<{ limit: number }>({
    name: 'lock-limit',
    text: `select spending_limit_cents::float8 as limit from login where id = $1 and spending_limit_cents is not null
     for no key update`,
    values: [loginId],
  });
  return rows[0]?.limit ?? null;
}

/** A login's monthly limit; null if it has none. */
export async function findSpendingLimit(db: Client, loginId: string): Promise<number | null> {
  const { rows } = await db.query<{ limit: number | null }>(
    'select spending_limit_cents::float8 as limit from login where id = $1',
    [loginId],
  );
  return rows[0]?.limit ?? null;
}
