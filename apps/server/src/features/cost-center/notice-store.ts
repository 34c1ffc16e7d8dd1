import type { Client } from '../../database/client.ts';

/** Below which balance whoever holds the account is told; null: he is not. */
export async function lowBalanceOf(db: Client, accountId: string): Promise<number | null> {
  const { rows } = await db.query<{ cents: number | null }>(
    `select low_cents::float8 as cents from ledger_account where account_id = $1 and kind = 'balance'`,
    [accountId],
  );
  return rows[0]?.cents ?? null;
}

/** A fall below what was set before is not told any more. */
export async function setLowBalanceOf(db: Client, accountId: string, cents: number | null): Promise<void> {
  await db.query(
    `insert into ledger_account (kind, account_id, balance_cents, low_cents) values ('balance', $1, 0, $2)
     on conflict (kind, account_id, provider) do update set low_cents = excluded.low_cents`,
    [accountId, cents],
  );
  await db.query('delete from balance_fall where account_id = $1', [accountId]);
}

export interface Fallen {
  accountId: string;
  balanceCents: number;
  lowCents: number;
}

/** Falls that nobody was told of, taken by whoever asks; of a balance that has risen again there is nothing to tell. */
export async function takeFallen(db: Client): Promise<Fallen[]> {
  const { rows } = await db.query<Fallen>(
    `with fallen as (delete from balance_fall returning account_id)
     select a.account_id as "accountId", a.balance_cents::float8 as "balanceCents", a.low_cents::float8 as "lowCents"
     from fallen join ledger_account a on a.account_id = fallen.account_id and a.kind = 'balance'
     where a.balance_cents < a.low_cents`,
  );
  return rows;
}

export interface Expiring {
  accountId: string;
  packageId: string;
  zh: string;
  en: string;
  expiresAt: Date;
}

/**
 * Packages with something left that expire within so many days, each taken once for each number of days. One that is not good
 * for twice as long is not told of so early.
 */
export async function takeExpiring(db: Client, days: number, now: Date): Promise<Expiring[]> {
  const { rows } = await db.query<Expiring>(
    `update package p set expiry_told_days = $1::int
     where p.expires_at > $2 and p.expires_at <= $2::timestamptz + make_interval(days => $1)
       and p.expires_at - p.bought_at >= make_interval(days => 2 * $1)
       and coalesce(p.expiry_told_days > $1, true)
       and exists (select from package_quota q where q.package_id = p.id and q.used < q.quota)
     returning p.account_id as "accountId", p.id as "packageId", p.name_zh as zh, p.name_en as en, p.expires_at as "expiresAt"`,
    [days, now],
  );
  return rows;
}
