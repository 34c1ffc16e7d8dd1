import { welcomeCode } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { versionInForce } from '../prices/in-force.ts';

/**
 * Gives a new account the package with which it can try the product, in the transaction that makes it, and once; nothing
 * where the price list in force knows no such package.
 */
export async function giveWelcomePackage(
  db: Client,
  o: { accountId: string; loginId: string; now: Date },
): Promise<void> {
  await db.query(
    `with product as (select * from package_product where version = ${versionInForce('$4')} and code = $3),
     made as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       select $1, 'welcome:' || $1::uuid, kind, name_zh, name_en, price_cents, $2, $4, $4 + make_interval(days => valid_days)
       from product on conflict (subject) do nothing returning id
     )
     insert into package_quota (package_id, service, quota)
     select made.id, q.key, q.value::int from made, product, jsonb_each_text(product.quotas) q`,
    [o.accountId, o.loginId, welcomeCode, o.now],
  );
}
