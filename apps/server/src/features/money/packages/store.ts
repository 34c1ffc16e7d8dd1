import type { Client } from '../../../database/client.ts';

/**
 * What of an order's package nobody has used, in cents of what was paid for it: its units weigh as each costs alone by the list
 * that it was bought by. What is held counts as used. Of an order without a package 0.
 */
export async function unusedCents(db: Client, orderId: string): Promise<number> {
  const { rows } = await db.query<{ cents: number }>(
    `select coalesce(floor(p.price_cents * sum((q.quota - q.used)::numeric * r.unit_cents)
         / nullif(sum(q.quota::numeric * r.unit_cents), 0)), p.price_cents)::float8 as cents
     from package p join purchase o on o.id = $1::text::uuid
     join package_quota q on q.package_id = p.id
     join price r on r.version = o.price_version and r.service = q.service and r.from_quantity = 1
     where p.subject = $1 group by p.id`,
    [orderId],
  );
  return rows[0]?.cents ?? 0;
}

/** A package of which all that is unused was paid back is used no more; what of it is held stays held. */
export async function endPackage(
  db: Client,
  o: { orderId: string; refundId: string; backCents: number; now: Date },
): Promise<void> {
  await db.query('select from package where subject = $1 for no key update', [o.orderId]);
  if (o.backCents < (await unusedCents(db, o.orderId))) return;
  await db.query(
    `update package set expires_at = least(expires_at, $3), refund_id = $2 where subject = $1 and refund_id is null`,
    [o.orderId, o.refundId, o.now],
  );
}

/** Where it could not be paid back after all. */
export async function reopenPackage(db: Client, refundId: string): Promise<void> {
  await db.query(
    `update package set refund_id = null, expires_at = bought_at + make_interval(days => p.valid_days)
     from refund r join payment y on y.id = r.payment_id join purchase o on o.id = y.order_id
     join package_product p on p.version = o.price_version and p.code = o.lines -> 0 ->> 'code'
     where r.id = $1 and package.subject = o.id::text and package.refund_id = r.id`,
    [refundId],
  );
}
