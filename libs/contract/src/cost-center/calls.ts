import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { Cents, ChargeState, PackageKind, PackageState, Service } from '../money/money.ts';
import { rechargeCents } from '../money/recharge-offer.ts';
import { count, listOf, page, several } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { EntryKind, entryKinds } from './entries.ts';
import { statementCalls } from './statements.ts';

/** Words for the states of a charge. */
export const chargeStateWords: Record<ChargeState, Word> = {
  held: ['冻结中', 'On hold'],
  settled: ['已扣费', 'Charged'],
  released: ['已退还', 'Released'],
};

/** Days before expiry at which the holder of an unused package is notified, earliest first. */
export const expiryNoticeDays = [30, 7] as const;
/** Maximum number of entries in an export. */
export const exportedEntries = 10_000;
/** Longest period for one request of spending. */
export const spendingDays = 366;
/** Spending over longer ranges is summed by month. */
export const spendingByDayDays = 92;
/** Number of top-spending members listed by name in each period; the others are summed up. */
export const spendingMembers = 7;

const time = z.iso.datetime();
const Id = z.uuid();
const InBothLanguages = z.strictObject({ zh: z.string(), en: z.string() });
const Person = z.strictObject({ userId: z.string(), name: z.string() });

/** A package on sale. */
export const PackageProduct = z.strictObject({
  code: z.string(),
  kind: PackageKind,
  name: InBothLanguages,
  priceCents: Cents,
  validDays: z.int(),
  quotas: z.array(z.strictObject({ service: Service, quota: z.int() })),
});
export type PackageProduct = z.infer<typeof PackageProduct>;

/** A package that the account has bought. */
export const BoughtPackage = z.strictObject({
  packageId: z.string(),
  kind: PackageKind,
  name: InBothLanguages,
  state: PackageState,
  priceCents: Cents,
  quotas: z.array(z.strictObject({ service: Service, quota: z.int(), used: z.int() })),
  boughtAt: time,
  expiresAt: time,
  /** Member who ordered it. */
  operator: Person,
});
export type BoughtPackage = z.infer<typeof BoughtPackage>;

/** Units that a service took from a package. */
export const PackageUse = z.strictObject({
  id: z.string(),
  at: time,
  service: Service,
  /** Units taken from this package; the rest of the order was covered otherwise. */
  units: z.int(),
  state: ChargeState,
  /** Number of the attestation it was for; null if the caller may not see it. */
  subject: z.string().nullable(),
  member: Person,
});
export type PackageUse = z.infer<typeof PackageUse>;

/** One change of the account's balance. */
export const BalanceEntry = z.strictObject({
  id: z.string(),
  at: time,
  kind: EntryKind,
  /** Negative if it was taken. */
  amountCents: Cents,
  /** Balance afterwards; null for members who see only their own spending. */
  balanceCents: Cents.nullable(),
  /** Member who caused it; null for a provider, an operator or the clock. */
  member: Person.nullable(),
  /** For charges and releases: the service ordered and its current state. */
  charge: z
    .strictObject({
      service: Service,
      quantity: z.int(),
      packageUnits: z.int(),
      state: ChargeState,
      /** Number of the attestation; null if the caller may not see it. */
      subject: z.string().nullable(),
    })
    .nullable(),
  /** Number of the order that moved the money. */
  orderNo: z.string().nullable(),
});
export type BalanceEntry = z.infer<typeof BalanceEntry>;

/** Days of an account in UTC+8, inclusive. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() };

const EntryFilter = {
  kinds: several(EntryKind, entryKinds.length).optional(),
  ...days,
  userId: Id.optional(),
  service: Service.optional(),
};

const PackageList = z.strictObject({ forSale: z.array(PackageProduct), ...listOf(BoughtPackage).shape });

/**
 * Cost of services: charged or held, without releases, refunds or package purchases. `cents` is the total; `orderCents`
 * the part paid externally by separate orders, the rest came from the balance.
 */
const Spent = { cents: Cents, orderCents: Cents };
const SpentOnService = { service: Service, ...Spent, quantity: z.int(), packageUnits: z.int() };
/** Price of packages bought by any payment method, less refunds. Units used later aren't part of any `cents`. */
const packagesCents = Cents;

/** Spending of an account within a period. */
export const Spending = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  /** Format of `periods`: `2026-11-20` or `2026-11`. */
  by: z.enum(['day', 'month']),
  /** Periods with spending, oldest first. */
  periods: z.array(z.strictObject({ period: z.string(), ...SpentOnService })),
  /** Members by spending, highest first. */
  members: z.array(z.strictObject({ ...Person.shape, ...SpentOnService })),
  /** These periods by member; null means all but the first `spendingMembers` together. */
  memberPeriods: z.array(
    z.strictObject({ period: z.string(), member: Person.nullable(), ...Spent, packageUnits: z.int() }),
  ),
  packagesCents,
});
export type Spending = z.infer<typeof Spending>;

/** Records of the calls of the cost center. */
export const costCenterCalls = {
  ...statementCalls,
  costCenter: call({
    method: 'GET',
    path: '/creditor/cost-center',
    who: 'user',
    summary: "Returns balance, packages, this month's spending and how much of it counts towards the limit.",
    input: nothing,
    reply: z.strictObject({
      /** The balance below which a message is sent; null if none is. */
      account: z
        .strictObject({
          balanceCents: Cents,
          heldCents: Cents,
          /** Below this a message is sent; null: none is. */
          lowBalanceCents: Cents.nullable(),
          quotas: z.array(z.strictObject({ service: Service, left: z.int(), quota: z.int(), nextExpiresAt: time })),
          /** Holder and members, including disabled ones; at most 500. */
          people: z.array(Person),
        })
        .nullable(),
      /** Spending of the calendar month (UTC+8): the account's, or the caller's own without permission to see that. */
      month: z.strictObject({ ...Spent, packagesCents }),
      /** `countedCents`: the part that counts towards the member's limit: services and packages paid from the balance. */
      own: z.strictObject({ countedCents: Cents, limitCents: Cents.nullable() }),
    }),
  }),
  entries: call({
    method: 'GET',
    path: '/creditor/cost-center/entries',
    who: 'user',
    summary: 'Lists transactions, newest first; members without the billing permission see their own only.',
    input: z.strictObject({ ...page, ...EntryFilter }),
    reply: listOf(BalanceEntry).extend({
      /** Refused above `exportedEntries`. */
      canExport: z.boolean(),
    }),
  }),
  exportEntries: call({
    method: 'GET',
    path: '/creditor/cost-center/entries/export',
    who: 'user',
    summary: 'Exports all matching transactions as an Excel file.',
    input: z.strictObject(EntryFilter),
    reply: bytes,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    refusals: ['EXPORT_TOO_LARGE', 'EXPORTS_BUSY'],
    limits: [{ per: 'login', times: 30, seconds: 3_600 }],
    audit: 'entries.exported',
  }),
  spending: call({
    method: 'GET',
    path: '/creditor/cost-center/spending',
    who: 'user',
    summary:
      'Returns spending including holds, by day or month, service and member; members without the billing permission see their own only.',
    input: z
      .strictObject({ from: z.iso.date(), to: z.iso.date() })
      .refine(({ from, to }) => from <= to && daysBetween(from, to) < spendingDays, { path: ['from'], error: 'days' }),
    reply: Spending,
  }),
  setLowBalance: call({
    method: 'PUT',
    path: '/creditor/cost-center/low-balance',
    who: 'main',
    summary: 'Sets the balance below which an alert is sent, once per drop; null turns it off.',
    input: z.strictObject({
      lowBalanceCents: z.union([z.null(), z.literal('').transform(() => null), count.min(1).max(rechargeCents.max)]),
    }),
    reply: nil,
    audit: 'low-balance.set',
  }),
  packages: call({
    method: 'GET',
    path: '/creditor/cost-center/packages',
    who: 'user',
    needs: 'billing',
    summary: 'Lists packages for sale, and purchased packages newest first.',
    input: z.strictObject({ ...page, kind: PackageKind.optional(), state: PackageState.optional() }),
    reply: PackageList,
  }),
  buyNotarizeList: call({
    method: 'GET',
    path: '/creditor/buynotarize/list',
    who: 'user',
    needs: 'billing',
    summary: 'Lists notarization packages for sale, and purchased ones newest first.',
    input: z.strictObject({ ...page, state: PackageState.optional() }),
    reply: PackageList,
  }),
  package: call({
    method: 'GET',
    path: '/creditor/cost-center/packages/{packageId}',
    who: 'user',
    needs: 'billing',
    summary: 'Returns one package with its usage, newest first.',
    input: z.strictObject({ packageId: Id, ...page }),
    reply: z.strictObject({ package: BoughtPackage, uses: listOf(PackageUse) }),
  }),
};

/** Pages of the site that messages lead to. */
export const costCenterPath = '/accountSetting/costCenter';
/** Path of the page with packages on sale. */
export const packagesPath = '/buynotarize';
/** Path of the page of one bought package. */
export const packagePath = (packageId: string): string => `${packagesPath}/${packageId}`;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
