import type { Client } from '../../database/database.ts';

/** What a login took from the balance in the calendar month (UTC+8), in cents: what is held counts, what was given back does not. */
export async function spentInMonth(db: Client, loginId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ cents: string }>(
    `select coalesce(sum(balance_cents), 0) as cents from charge where login_id = $1 and state <> 'released'
     and held_at >= date_trunc('month', $2::timestamptz, 'Asia/Shanghai')`,
    [loginId, now],
  );
  return Number(rows[0]?.cents ?? 0);
}

/** The same of all logins of an account together. */
export async function spentByAccount(db: Client, accountId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ cents: string }>(
    `select coalesce(sum(balance_cents), 0) as cents from charge where account_id = $1 and state <> 'released'
     and held_at >= date_trunc('month', $2::timestamptz, 'Asia/Shanghai')`,
    [accountId, now],
  );
  return Number(rows[0]?.cents ?? 0);
}

/** The same of each of some logins; who spent nothing is not among them. */
export async function spentByEach(db: Client, loginIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await db.query<{ loginId: string; cents: number }>(
    `select login_id as "loginId", sum(balance_cents)::float8 as cents from charge where login_id = any($1)
     and state <> 'released' and held_at >= date_trunc('month', $2::timestamptz, 'Asia/Shanghai') group by login_id`,
    [loginIds, now],
  );
  return new Map(rows.map(({ loginId, cents }) => [loginId, cents]));
}
