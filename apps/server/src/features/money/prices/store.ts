import { type ListedPackage, orderableServices, type Service, type Tier } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

interface UnitPrice {
  version: number;
  unitCents: number;
}

/** SQL for the version of the current price list. @param at the placeholder of the time */
export const versionInForce = (at: string): string =>
  `(select version from price_list where valid_from <= ${at} order by valid_from desc, version desc limit 1)`;

/** The unit price for `quantity` units ordered together, by the current list. */
export async function findUnitPrice(db: Client, service: Service, quantity: number, now: Date): Promise<UnitPrice> {
  const { rows } = await db.query<UnitPrice>({
    name: 'unit-price',
    text: `select version, unit_cents as "unitCents" from price
     where version = ${versionInForce('$3')} and service = $1 and from_quantity <= $2
     order by from_quantity desc limit 1`,
    values: [service, quantity, now],
  });
  const [price] = rows;
  if (!price) throw new Error(`The price list in force has no price for ${service}.`);
  return price;
}

/** The unit price for `quantity` units ordered together, by the list that was current when they were ordered. */
export async function findPriceOf(db: Client, version: number, service: Service, quantity: number): Promise<UnitPrice> {
  const { rows } = await db.query<UnitPrice & object>(
    `select version, unit_cents as "unitCents" from price where version = $1 and service = $2 and from_quantity <= $3
     order by from_quantity desc limit 1`,
    [version, service, quantity],
  );
  const [price] = rows;
  if (!price) throw new Error(`Price list ${version} has no price for ${service}.`);
  return price;
}

export async function findVersionInForce(db: Client, now: Date): Promise<number> {
  const { rows } = await db.query<{ version: number }>(`select ${versionInForce('$1')} as version`, [now]);
  return rows[0]?.version ?? 0;
}

export interface TierRow extends Tier {
  version: number;
  service: Service;
}

export async function findTiers(db: Client, version: number): Promise<TierRow[]> {
  const { rows } = await db.query(
    `select version, service, from_quantity as "fromQuantity", unit_cents as "unitCents" from price where version = $1
     order by service, from_quantity`,
    [version],
  );
  return rows as unknown as TierRow[];
}

/** All packages of a version, including free ones. */
export async function findProducts(db: Client, version: number): Promise<ListedPackage[]> {
  const { rows } = await db.query(
    `select code, kind, json_build_object('zh', name_zh, 'en', name_en) as name, price_cents as "priceCents",
       valid_days as "validDays",
       (select json_agg(json_build_object('service', key, 'quantity', value::int) order by key) from jsonb_each_text(quotas)) as quotas
     from package_product where version = $1 order by kind, price_cents, code`,
    [version],
  );
  return rows as unknown as ListedPackage[];
}

/** Free packages are given, never sold; packages of services that can't be ordered aren't sold either. */
const isForSale = ({ priceCents, quotas }: ListedPackage): boolean =>
  priceCents > 0 && quotas.every(({ service }) => orderableServices.includes(service));

/** The packages that are for sale now. */
export async function findProductsForSale(
  db: Client,
  now: Date,
): Promise<{ version: number; products: ListedPackage[] }> {
  const version = await findVersionInForce(db, now);
  return { version, products: (await findProducts(db, version)).filter(isForSale) };
}
