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
