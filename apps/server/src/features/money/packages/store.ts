import { type Service, welcomeCode } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { versionInForce } from '../prices/store.ts';

export interface TakenUnits {
  packageId: string;
  units: number;
}

interface Wanted {
  accountId: string;
  service: Service;
  now: Date;
}

/**
 * Takes units from packages, soonest expiry first, and locks these packages against other holds and refunds. Each
 * locked package has a unit left, so at most `quantity` packages are locked; one that was used up while this waited for
 * its lock adds nothing.
 */
export async function takeUnits(db: Client, o: Wanted & { quantity: number }): Promise<TakenUnits[]> {
  const { rows } = await db.query<{ packageId: string; left: number }>({
    name: 'packages-to-take-from',
    text: `select q.package_id as "packageId", q.quota - q.used as left from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2 and q.used < q.quota
     order by p.expires_at, p.id limit $4 for no key update of p, q`,
    values: [o.accountId, o.service, o.now, o.quantity],
  });
  const taken: TakenUnits[] = [];
  let wanted = o.quantity;
  for (const { packageId, left } of rows) {
    const units = Math.min(left, wanted);
    if (units === 0) break;
    await db.query('update package_quota set used = used + $3 where package_id = $1 and service = $2', [
      packageId,
      o.service,
      units,
    ]);
    taken.push({ packageId, units });
    wanted -= units;
  }
  return taken;
}

const returnedDays = 7;

/** The units that a hold took, by package, soonest expiry first. Locks the packages. */
export async function findTakenUnits(db: Client, chargeId: string): Promise<TakenUnits[]> {
  const { rows } = await db.query<TakenUnits & object>(
    `select c.package_id as "packageId", c.units from charge_package c join package p on p.id = c.package_id
     where c.charge_id = $1 order by p.expires_at, p.id for no key update of p`,
    [chargeId],
  );
  return rows;
}

/**
 * Returns a hold's units to their packages. Units of a package that has expired meanwhile become a new package, valid
 * for the time they had left when they were held, and at least a week for a bought one. A fully refunded package gets
 * nothing back. @param o.kept packages of units that other holds take over, once for each unit
 */
export async function returnUnits(
  db: Client,
  { chargeId, service, now, kept = [] }: { chargeId: string; service: Service; now: Date; kept?: readonly string[] },
): Promise<void> {
  await findTakenUnits(db, chargeId);
  const returned = `(select c.charge_id, c.package_id, c.units - count(k)::int as units
    from charge_package c left join unnest($3::uuid[]) k on k = c.package_id
    where c.charge_id = $1 group by c.charge_id, c.package_id, c.units having c.units > count(k))`;
  await db.query(
    `update package_quota q set used = used - c.units from ${returned} c
     where c.package_id = q.package_id and q.service = $2`,
    [chargeId, service, kept],
  );
  await db.query(
    `with made as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       select p.account_id, 'returned:' || c.id || ':' || p.id, p.kind, p.name_zh, p.name_en, 0, p.login_id, $2::timestamptz,
         $2::timestamptz + greatest(p.expires_at - c.held_at,
           make_interval(days => case when p.subject like 'returned:%' then 0 else $5::int end))
       from charge c join ${returned} u on u.charge_id = c.id join package p on p.id = u.package_id
       where p.expires_at <= $2::timestamptz and not exists (
         select from refund r join payment y on y.id = r.payment_id
         where r.id = p.refund_id and y.refunded_cents = y.amount_cents)
       returning id, subject)
     insert into package_quota (package_id, service, quota)
       select made.id, $4, u.units from made join ${returned} u on made.subject = 'returned:' || u.charge_id || ':' || u.package_id`,
    [chargeId, now, kept, service, returnedDays],
  );
}

/** Units left for a service, without locking them. */
export async function countUnits(db: Client, { accountId, service, now }: Wanted): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select coalesce(sum(q.quota - q.used), 0)::float8 as left from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2`,
    [accountId, service, now],
  );
  return rows[0]?.left ?? 0;
}

/** Units left for a service; the packages stay locked until the transaction ends, so no other transaction takes these units. */
export async function lockPackages(db: Client, { accountId, service, now }: Wanted): Promise<number> {
  // Also locks used-up packages: held units may be released while this waits, and are then taken.
  const { rows } = await db.query<{ left: number }>({
    name: 'lock-packages',
    text: `select q.quota - q.used as left from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2 order by p.expires_at, p.id for no key update of p, q`,
    values: [accountId, service, now],
  });
  return rows.reduce((sum, { left }) => sum + left, 0);
}

/** Gives the package that an order bought. */
export async function givePackage(db: Client, orderId: string, now: Date): Promise<void> {
  await db.query('select give_package($1, $2)', [orderId, now]);
}

/**
 * Gives a new account the trial package, once, in the transaction that creates the account. Does nothing if the current
 * price list has no such package.
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

/**
 * Value of the unused part of an order's package, in cents of its price: units are weighted by their single price in
 * the list it was bought by, and held units count as used. 0 for an order without a package.
 */
export async function unusedCents(
  db: Client,
  { orderId, priceVersion }: { orderId: string; priceVersion: number | null },
): Promise<number> {
  const { rows } = await db.query<{ cents: number }>(
    `select coalesce(floor(p.price_cents * sum((q.quota - q.used)::numeric * r.unit_cents)
         / nullif(sum(q.quota::numeric * r.unit_cents), 0)), p.price_cents)::float8 as cents
     from package p join package_quota q on q.package_id = p.id
     join price r on r.version = $2 and r.service = q.service and r.from_quantity = 1
     where p.subject = $1 group by p.id`,
    [orderId, priceVersion],
  );
  return rows[0]?.cents ?? 0;
}

/** Ends a package once its unused part is refunded; held units stay held. */
export async function endPackage(
  db: Client,
  o: { orderId: string; priceVersion: number | null; refundId: string; backCents: number; now: Date },
): Promise<void> {
  await db.query('select from package where subject = $1 for no key update', [o.orderId]);
  if (o.backCents < (await unusedCents(db, o))) return;
  await db.query(
    `update package set expires_at = least(expires_at, $3), refund_id = $2 where subject = $1 and refund_id is null`,
    [o.orderId, o.refundId, o.now],
  );
}

/** Reopens the package that a failed refund had ended. */
export async function reopenPackage(
  db: Client,
  o: { orderId: string; priceVersion: number | null; code: string | null; refundId: string },
): Promise<void> {
  await db.query(
    `update package set refund_id = null, expires_at = bought_at + make_interval(days => p.valid_days)
     from package_product p where p.version = $2 and p.code = $3 and package.subject = $1 and package.refund_id = $4`,
    [o.orderId, o.priceVersion, o.code, o.refundId],
  );
}

export interface PackageUse {
  expiresAt: Date;
  quotas: { service: Service; quota: number; used: number }[];
  uses: { userId: string; name: string; service: Service; units: number }[];
}

/** The package of an order and who used it. */
export async function findPackageOfOrder(db: Client, orderId: string): Promise<PackageUse | undefined> {
  const { rows } = await db.query<PackageUse & object>(
    `select p.expires_at as "expiresAt",
       (select jsonb_agg(jsonb_build_object('service', service, 'quota', quota, 'used', used) order by service)
        from package_quota where package_id = p.id) as quotas,
       (select coalesce(jsonb_agg(jsonb_build_object('userId', id, 'name', name, 'service', service, 'units', units) order by units desc), '[]')
        from (select l.id, l.name, c.service, sum(u.units) as units from charge_package u join charge c on c.id = u.charge_id
          join login l on l.id = c.login_id where u.package_id = p.id and c.state <> 'released'
          group by l.id, l.name, c.service) used) as uses
     from package p where p.subject = $1`,
    [orderId],
  );
  return rows[0];
}

export interface ExpiringPackage {
  accountId: string;
  packageId: string;
  zh: string;
  en: string;
  expiresAt: Date;
}

/**
 * Returns packages with units left that expire within these numbers of days, once for each number. Leaves out packages
 * whose whole term is shorter than twice that: the notice would come too early.
 */
export async function takeExpiringPackages(db: Client, days: number, now: Date): Promise<ExpiringPackage[]> {
  const { rows } = await db.query<ExpiringPackage>(
    `update package p set expiry_notified_days = $1::int
     where p.expires_at > $2 and p.expires_at <= $2::timestamptz + make_interval(days => $1)
       and p.expires_at - p.bought_at >= make_interval(days => 2 * $1)
       and coalesce(p.expiry_notified_days > $1, true)
       and exists (select from package_quota q where q.package_id = p.id and q.used < q.quota)
     returning p.account_id as "accountId", p.id as "packageId", p.name_zh as zh, p.name_en as en, p.expires_at as "expiresAt"`,
    [days, now],
  );
  return rows;
}
