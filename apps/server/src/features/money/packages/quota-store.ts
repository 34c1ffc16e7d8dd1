import type { Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

export interface Quota {
  service: Service;
  left: number;
  quota: number;
  nextExpiresAt: string;
}

/** Remaining units of the usable packages, by service. */
export async function findQuotas(db: Client, accountId: string, now: Date): Promise<Quota[]> {
  const { rows } = await db.query<Omit<Quota, 'nextExpiresAt'> & { nextExpiresAt: Date }>(
    `select q.service, sum(q.quota - q.used)::float8 as left, sum(q.quota)::float8 as quota, min(p.expires_at) as "nextExpiresAt"
     from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $2 and q.used < q.quota group by q.service order by q.service`,
    [accountId, now],
  );
  return rows.map((row) => ({ ...row, nextExpiresAt: row.nextExpiresAt.toISOString() }));
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
