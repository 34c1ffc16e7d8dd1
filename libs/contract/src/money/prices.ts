import { z } from 'zod';
import { nameLength, packageCodeLength } from '../shared/limits.ts';
import { count } from '../shared/lists.ts';
import { Cents, PackageKind, Service } from './money.ts';
import { services } from './services.ts';

const time = z.iso.datetime();
const Words = z.strictObject({ zh: z.string(), en: z.string() });

/** Maximum quantity of one service in an order. */
export const mostUnits = 1_000_000;
/** Number of units of a price query, as sent by a form or in a URL. */
export const Quantity = count.min(1).max(mostUnits);

/** Unit price from this quantity on. */
export const Tier = z.strictObject({
  fromQuantity: z.int().min(1).max(mostUnits),
  /** At most ¥100,000. */
  unitCents: z.int().min(0).max(10_000_000),
});
export type Tier = z.infer<typeof Tier>;

/** The package given to each new account; it is the only free one. */
export const welcomeCode = 'welcome';

const ProductName = z.string().trim().min(1).max(nameLength);

/** A package in a price list. */
export const ListedPackage = z.strictObject({
  code: z
    .string()
    .max(packageCodeLength)
    .regex(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/, 'productCode'),
  kind: PackageKind,
  name: z.strictObject({ zh: ProductName, en: ProductName }),
  /** At most ¥1,000,000. */
  priceCents: z.int().min(0).max(100_000_000),
  validDays: z.int().min(1).max(3_660),
  /** Units of each service included. */
  quotas: z
    .array(z.strictObject({ service: Service, quantity: z.int().min(1).max(mostUnits) }))
    .min(1)
    .max(services.length),
});
export type ListedPackage = z.infer<typeof ListedPackage>;

/** The package that a new account is given. */
export const Welcome = ListedPackage.pick({ name: true, validDays: true, quotas: true });
export type Welcome = z.infer<typeof Welcome>;

/** Returns the positions of repeated values. */
export const repeated = <T>(values: readonly T[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) === at ? [] : [at]));

/**
 * Content of a price list: for each service, once, its unit prices by quantity, the lowest tier starting at one; and
 * the packages, each code once.
 */
export const PriceContent = z
  .strictObject({
    prices: z.array(z.strictObject({ service: Service, tiers: z.array(Tier).min(1).max(10) })).length(services.length),
    packages: z.array(ListedPackage).max(50),
  })
  .superRefine(({ prices, packages }, context) => {
    const wrong = (path: (string | number)[], says: string) =>
      context.addIssue({ code: 'custom', path, params: { says } });
    for (const at of repeated(prices.map(({ service }) => service))) wrong(['prices', at, 'service'], 'each once');
    for (const [at, { tiers }] of prices.entries()) {
      const froms = tiers.map(({ fromQuantity }) => fromQuantity);
      if (froms[0] !== 1) wrong(['prices', at, 'tiers', 0, 'fromQuantity'], 'from 1');
      for (const [n, from] of froms.entries())
        if (n > 0 && from <= (froms[n - 1] ?? 0)) wrong(['prices', at, 'tiers', n, 'fromQuantity'], 'ascending');
    }
    for (const at of repeated(packages.map(({ code }) => code))) wrong(['packages', at, 'code'], 'each once');
    for (const [at, { code, priceCents, quotas }] of packages.entries()) {
      if ((code === welcomeCode) !== (priceCents === 0)) wrong(['packages', at, 'priceCents'], 'free or for sale');
      for (const n of repeated(quotas.map(({ service }) => service)))
        wrong(['packages', at, 'quotas', n, 'service'], 'each once');
    }
  });
export type PriceContent = z.infer<typeof PriceContent>;

/** Price and unit of a service. */
export const ServicePrice = z.strictObject({
  service: Service,
  name: Words,
  unit: Words,
  /** Price of one unit. */
  unitCents: Cents,
  tiers: z.array(Tier),
});
export type ServicePrice = z.infer<typeof ServicePrice>;

/** Fields of a quote about how it can be paid. */
export const Means = {
  /** Available balance. */
  balanceCents: Cents.nullable(),
  /** Missing amount; 0 if the balance suffices. */
  missingCents: Cents.nullable(),
  /** Amount that can still be spent this month; null if there is no limit. */
  limitLeftCents: Cents.nullable(),
  /**
   * Why it can't be ordered: the balance is too low, or it exceeds the caller's limit for the month; null if it can.
   */
  whyNot: z.enum(['short', 'over']).nullable(),
};

/** Price of a quantity as it would be charged now; nothing is held. */
export const Quote = z.strictObject({
  service: Service,
  quantity: z.int(),
  /** Version of the price list. */
  version: z.int(),
  /** Unit price at this quantity. */
  unitCents: Cents,
  /** Taken from packages, which are used first for every user of the account. */
  packageUnits: z.int(),
  /** Units that the packages have left afterwards. */
  packageLeft: z.int(),
  /** Taken from the balance for the rest. */
  amountCents: Cents,
  ...Means,
  /** Whether the caller may pay by a separate order: they have permission, there is something to pay, and a provider accepts the amount. */
  mayOrder: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

/** One service of a quote for several. */
export const TradeLine = z.strictObject({
  service: Service,
  quantity: z.int(),
  unitCents: Cents,
  packageUnits: z.int(),
  /** Saving against the unit price, for units that no package covers. */
  discountCents: Cents,
  amountCents: Cents,
});

/** A version of the price list, without its content. */
export const PriceVersion = z.strictObject({
  version: z.int(),
  validFrom: time,
  /** `coming`: in force from a later time; `past`: it was in force, or another list replaced it before. */
  state: z.enum(['past', 'present', 'coming']),
  note: z.string(),
  /** Name of the operator; null for the first, which came with the product. */
  by: z.string().nullable(),
});
export type PriceVersion = z.infer<typeof PriceVersion>;

/** The price list that is being prepared. */
export const PriceDraft = z.strictObject({
  revision: z.int(),
  content: PriceContent,
  note: z.string(),
  by: z.string(),
  savedAt: time,
});
export type PriceDraft = z.infer<typeof PriceDraft>;
