import type { BoughtPackage, PackageKind, PackageProduct, PackageState, PackageUse } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { findProductsForSale } from '../money/service.ts';
import { visibleNumber, visibleNumberValues } from './visible-number.ts';

/** Products of the current price list. */
export async function findProducts(db: Client, kind: PackageKind | undefined, now: Date): Promise<PackageProduct[]> {
  const { products } = await findProductsForSale(db, now);
  return products
    .filter((product) => kind === undefined || product.kind === kind)
    .map(({ quotas, ...product }) => ({
      ...product,
      quotas: quotas.map(({ service, quantity: quota }) => ({ service, quota })),
    }));
}

type PackageRow = Omit<BoughtPackage, 'name' | 'boughtAt' | 'expiresAt' | 'operator'> & {
  zh: string;
  en: string;
  boughtAt: Date;
  expiresAt: Date;
  userId: string;
  userName: string;
};

const stateAt = (
  now: string,
) => `case when p.refund_id is not null then 'refunded' when p.expires_at <= ${now} then 'expired'
  when exists (select from package_quota q where q.package_id = p.id and q.used < q.quota) then 'active'
  else 'used-up' end`;
const columns = `p.id as "packageId", p.kind, p.name_zh as zh, p.name_en as en, p.price_cents as "priceCents",
  p.bought_at as "boughtAt", p.expires_at as "expiresAt", l.id as "userId", l.name as "userName",
  (select coalesce(jsonb_agg(jsonb_build_object('service', service, 'quota', quota, 'used', used) order by service), '[]')
   from package_quota where package_id = p.id) as quotas`;

export async function findPackages(
  db: Client,
  o: {
    accountId: string;
    kind: PackageKind | undefined;
    state: PackageState | undefined;
    now: Date;
    page: number;
    size: number;
  },
): Promise<{ list: BoughtPackage[]; total: number }> {
  const listing = {
    columns: `${columns}, ${stateAt('$2')} as state`,
    from: 'package p',
    where: `p.account_id = $1 and ($3::text is null or p.kind = $3) and ($4::text is null or ${stateAt('$2')} = $4)`,
    joins: 'join login l on l.id = p.login_id',
    by: 'p.bought_at desc, p.id desc',
    values: [o.accountId, o.now, o.kind ?? null, o.state ?? null],
  };
  const { rows, total } = await listPage<PackageRow>(db, listing, o);
  return { list: rows.map(packageOf), total };
}

export async function findPackage(
  db: Client,
  o: { accountId: string; packageId: string; now: Date },
): Promise<BoughtPackage | undefined> {
  const { rows } = await db.query<PackageRow>(
    `select ${columns}, ${stateAt('$3')} as state from package p join login l on l.id = p.login_id
     where p.account_id = $1 and p.id = $2`,
    [o.accountId, o.packageId, o.now],
  );
  return rows[0] && packageOf(rows[0]);
}

const packageOf = ({ zh, en, boughtAt, expiresAt, userId, userName, ...row }: PackageRow): BoughtPackage => ({
  ...row,
  name: { zh, en },
  boughtAt: boughtAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  operator: { userId, name: userName },
});

type UseRow = Omit<PackageUse, 'at' | 'member'> & { at: Date; userId: string; userName: string };

/** Units taken from a package and returned to it, newest first. */
export async function findUses(
  db: Client,
  {
    packageId,
    evidence,
    page,
    size,
  }: { packageId: string; evidence: EvidenceScope | null; page: number; size: number },
): Promise<{ list: PackageUse[]; total: number }> {
  const listing = {
    columns: `c.id, c.held_at as at, c.service, u.units, c.state, ${visibleNumber('c.subject', 2)} as subject, l.id as "userId", l.name as "userName"`,
    from: 'charge_package u',
    where: 'u.package_id = $1',
    joins: 'join charge c on c.id = u.charge_id join login l on l.id = c.login_id',
    by: 'c.held_at desc, c.id desc',
    values: [packageId, ...visibleNumberValues(evidence)],
  };
  const { rows, total } = await listPage<UseRow>(db, listing, { page, size });
  const list = rows.map(({ at, userId, userName, ...row }) => ({
    ...row,
    at: at.toISOString(),
    member: { userId, name: userName },
  }));
  return { list, total };
}
