import type { Client } from '../../database/client.ts';

/** @returns false where a request of the application had it already */
export async function spendNonce(
  db: Client,
  o: { appId: string; nonce: string; now: Date; expiresAt: Date },
): Promise<boolean> {
  await db.query('delete from partner_nonce where expires_at < $1', [o.now]);
  const { rowCount } = await db.query(
    'insert into partner_nonce (app_id, nonce, expires_at) values ($1, $2, $3) on conflict do nothing',
    [o.appId, o.nonce, o.expiresAt],
  );
  return rowCount === 1;
}

export async function bindPartner(db: Client, o: { accountId: string; appId: string }): Promise<void> {
  await db.query('update account set partner_app_id = $2 where id = $1', [o.accountId, o.appId]);
}
