import type { Client } from '../../database/client.ts';

/** @returns false if another request of the application used the nonce */
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
