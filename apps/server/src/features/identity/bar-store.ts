import type { Client } from '../../database/client.ts';

type Kind = 'account' | 'login';

/** Locks the row until the transaction ends. @returns the account it belongs to; undefined if it doesn't exist */
export async function lockAccountOrLogin(
  db: Client,
  kind: Kind,
  id: string,
): Promise<{ accountId: string } | undefined> {
  const accountId = kind === 'account' ? 'id' : 'account_id';
  const { rows } = await db.query<{ accountId: string }>(
    `select ${accountId} as "accountId" from ${kind} where id = $1 for update`,
    [id],
  );
  return rows[0];
}

/** @returns false if it is already barred */
export async function bar(db: Client, kind: Kind, id: string, o: { at: Date; reason: string; by: string }) {
  const { rowCount } = await db.query(
    `update ${kind} set barred_at = $2, barred_reason = $3, barred_by = $4 where id = $1 and barred_at is null`,
    [id, o.at, o.reason, o.by],
  );
  return rowCount === 1;
}

/** @returns false if it isn't barred */
export async function unbar(db: Client, kind: Kind, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ${kind} set barred_at = null, barred_reason = null, barred_by = null where id = $1 and barred_at is not null`,
    [id],
  );
  return rowCount === 1;
}
