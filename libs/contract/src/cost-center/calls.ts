import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { Cents, ChargeState, PackageKind, PackageState, Service } from '../money/money.ts';
import { rechargeCents } from '../money/recharge-offer.ts';
import { count, listOf, page, several } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';

/** What changes a balance, of the kinds of transfers. */
export const entryKinds = ['recharge', 'payment', 'hold', 'release', 'purchase', 'refund'] as const;
/** Kind of an entry in the balance's history. */
export const EntryKind = z.enum(entryKinds);
export type EntryKind = z.infer<typeof EntryKind>;

/** Words for the kinds of entries. */
export const entryKindWords: Record<EntryKind, Word> = {
  recharge: ['充值', 'Top-up'],
  payment: ['订单付款', 'Order payment'],
  hold: ['扣费', 'Charge'],
  release: ['退还', 'Released'],
  purchase: ['购买套餐', 'Package purchase'],
  refund: ['退款', 'Refund'],
};

/** Words for the states of a charge. */
export const chargeStateWords: Record<ChargeState, Word> = {
  held: ['预扣中', 'On hold'],
  captured: ['已扣费', 'Charged'],
  released: ['已退还', 'Released'],
};

/** So many days before a package expires with something left of it whoever holds the account is told, the first of them first. */
export const expiryNoticeDays = [30, 7] as const;
/** An export holds at most so many entries. */
export const exportedEntries = 10_000;
/** The longest time that spending is asked for at once. */
export const spendingDays = 366;
/** Spending over more days than these is summed by month. */
export const spendingByDayDays = 92;
/** Of so many members, those who spent the most, every period says what each spent; of the others what they spent together. */
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
  /** Who ordered it. */
  operator: Person,
});
export type BoughtPackage = z.infer<typeof BoughtPackage>;

/** Units that something took from a package. */
export const PackageUse = z.strictObject({
  id: z.string(),
  at: time,
  service: Service,
  /** Taken from this package; of what was ordered the rest came from elsewhere. */
  units: z.int(),
  state: ChargeState,
  /** What it was for: the number of an attestation. */
  subject: z.string(),
  member: Person,
});
export type PackageUse = z.infer<typeof PackageUse>;

/** One change of the account's balance. */
export const BalanceEntry = z.strictObject({
  id: z.string(),
  at: time,
  kind: EntryKind,
  /** Below zero where it was taken. */
  amountCents: Cents,
  /** After it; null for whoever sees only what he spent himself. */
  balanceCents: Cents.nullable(),
  /** Who caused it; null where a provider, an operator or a clock did. */
  member: Person.nullable(),
  /** Of a charge and of what was given back: what was ordered, and how far it is now. */
  charge: z
    .strictObject({
      service: Service,
      quantity: z.int(),
      packageUnits: z.int(),
      state: ChargeState,
      subject: z.string(),
    })
    .nullable(),
  /** Of what an order moved: its number. */
  orderNo: z.string().nullable(),
});
export type BalanceEntry = z.infer<typeof BalanceEntry>;

/** Days of an account, in UTC+8, both of them included. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() };

const EntryFilter = {
  kinds: several(EntryKind, entryKinds.length).optional(),
  ...days,
  userId: Id.optional(),
  service: Service.optional(),
};

const PackageList = z.strictObject({ forSale: z.array(PackageProduct), ...listOf(BoughtPackage).shape });

/**
 * What services cost: charged or set aside, without what was given back or refunded, and without what packages were bought for.
 * `cents`: in all. `orderCents`: of it, what was paid from outside, by orders of their own; the balance gave the rest.
 */
const Spent = { cents: Cents, orderCents: Cents };
const SpentOnService = { service: Service, ...Spent, quantity: z.int(), packageUnits: z.int() };
/** What packages were bought for, whoever took the money, less refunds: what services took from them later is in no `cents`. */
const packagesCents = Cents;

/** What an account spent within a period. */
export const Spending = z.strictObject({
  from: z.iso.date(),
  to: z.iso.date(),
  /** How `periods` are named: `2026-11-20` or `2026-11`. */
  by: z.enum(['day', 'month']),
  /** Those in which something was spent, the oldest first. */
  periods: z.array(z.strictObject({ period: z.string(), ...SpentOnService })),
  /** Who spent the most first. */
  members: z.array(z.strictObject({ ...Person.shape, ...SpentOnService })),
  /** The same periods by member; null: all but the first `spendingMembers` of them together. */
  memberPeriods: z.array(
    z.strictObject({ period: z.string(), member: Person.nullable(), ...Spent, packageUnits: z.int() }),
  ),
  packagesCents,
});
export type Spending = z.infer<typeof Spending>;

/** Records of the calls of the cost center. */
export const costCenterCalls = {
  costCenter: call({
    method: 'GET',
    path: '/creditor/cost-center',
    who: 'user',
    summary: "Returns balance, packages, this month's spending and how much of it counts towards the limit.",
    input: nothing,
    reply: z.strictObject({
      /** Null for a member who was not let to see it. */
      account: z
        .strictObject({
          balanceCents: Cents,
          heldCents: Cents,
          /** Below this a message is sent; null: none is. */
          lowBalanceCents: Cents.nullable(),
          quotas: z.array(z.strictObject({ service: Service, left: z.int(), quota: z.int(), nextExpiresAt: time })),
          /** Who may spend of it, or might: holder and members, at most five hundred. */
          people: z.array(Person),
        })
        .nullable(),
      /** Of the calendar month, in UTC+8; of the account, or of the caller where he may not see it. */
      month: z.strictObject({ ...Spent, packagesCents }),
      /** `countedCents`: what of the month counts into his limit: services and packages that the balance paid. */
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
      /** Of more than `exportedEntries` no file is made. */
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
    refusals: ['EXPORT_TOO_LARGE'],
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
      .refine(({ from, to }) => from <= to && daysBetween(from, to) < spendingDays, { path: ['from'] }),
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
