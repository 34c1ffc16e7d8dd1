import type { Client } from '../../../database/client.ts';

/** The balance below which the holder is notified; null for never. */
export async function findLowBalance(db: Client, accountId: string): Promise<number | null> {
  const { rows } = await db.query<{ cents: number | null }>(
    `select low_cents::float8 as cents from ledger_account where account_id = $1 and kind = 'balance'`,
    [accountId],
  );
  return rows[0]?.cents ?? null;
}

/** Sets the threshold, and drops a fall below the old one that hasn't been notified yet. */
export async function setLowBalance(db: Client, accountId: string, cents: number | null): Promise<void> {
  await db.query(
    `insert into ledger_account (kind, account_id, balance_cents, low_cents) values ('balance', $1, 0, $2)
     on conflict (kind, account_id, provider) do update set low_cents = excluded.low_cents`,
    [accountId, cents],
  );
  await db.query('delete from balance_fall where account_id = $1', [accountId]);
}

/**
 * Drops a fall caused by this transaction: money that was received and held in one transaction didn't lower the
 * balance.
 */
export async function dropOwnFall(db: Client, accountId: string): Promise<void> {
  await db.query('delete from balance_fall where account_id = $1 and xmin = pg_current_xact_id()::xid', [accountId]);
}

export interface BalanceFall {
  accountId: string;
  balanceCents: number;
  lowCents: number;
}

/** Deletes and returns the falls below the threshold, except where the balance has risen again. */
export async function takeBalanceFalls(db: Client): Promise<BalanceFall[]> {
  const { rows } = await db.query<BalanceFall>(
    `with fallen as (delete from balance_fall returning account_id)
     select a.account_id as "accountId", a.balance_cents::float8 as "balanceCents", a.low_cents::float8 as "lowCents"
     from fallen join ledger_account a on a.account_id = fallen.account_id and a.kind = 'balance'
     where a.balance_cents < a.low_cents`,
  );
  return rows;
}
