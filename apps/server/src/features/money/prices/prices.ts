import {
  type InputOf,
  type ListedPackage,
  type moneyCalls,
  type PriceContent,
  type Quote,
  type ReplyOf,
  type Service,
  type ServicePrice,
  services,
  serviceWords,
  type Tier,
  welcomeCode,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance } from '../../../http/policy.ts';
import { takes } from '../../../providers/payment/payment.ts';
import { findPriceVersion, pastTiersOf } from './list-store.ts';
import { coverageOf, estimateHold, findSpendable, quoteOf } from './quotes.ts';
import { findProducts, findProductsForSale, findTiers, findVersionInForce, type TierRow } from './store.ts';

type Calls = typeof moneyCalls;
type User = Context<'user'>;

const mostVersions = 100;

export async function quote(input: InputOf<Calls['quote']>, { db, caller, services, now }: User): Promise<Quote> {
  const seen = maySeeBalance(caller);
  const quoted = await quoteOf(db, { ...input, ...caller, seesAccount: seen, now });
  const { amountCents } = quoted;
  const isTaken = [...services.payments.values()].some((provider) => takes(provider, amountCents));
  return { ...quoted, mayOrder: seen && amountCents > 0 && isTaken };
}

export const currentPrices = (_input: unknown, { db, now }: Context<'public'>) => publicPrices(db, now);

/** Public prices: the current list, the packages for sale, and the trial package of a new account. */
export async function publicPrices(db: Client, now: Date): Promise<ReplyOf<Calls['currentPrices']>> {
  const { version, products } = await findProductsForSale(db, now);
  const { prices } = await findPriceContent(db, version);
  const validFrom = (await findPriceVersion(db, version, now))?.validFrom ?? now.toISOString();
  const given = (await findProducts(db, version)).find(({ code }) => code === welcomeCode);
  const welcome = given ? { name: given.name, validDays: given.validDays, quotas: given.quotas } : null;
  return { version, validFrom, prices: prices.map(priceOf), packages: products, welcome };
}

export async function basePrices({ services: wanted }: InputOf<Calls['basePrices']>, { db, now }: User) {
  const version = await findVersionInForce(db, now);
  const { prices } = await findPriceContent(db, version);
  return { version, list: prices.filter(({ service }) => wanted?.includes(service) ?? true).map(priceOf) };
}

export async function basePrice({ service }: InputOf<Calls['basePrice']>, { db, now }: User) {
  const rows = await pastTiersOf(db, service, now, mostVersions);
  const history = [...Map.groupBy(rows, ({ version }) => version)].map(([version, tiers]) => ({
    version,
    validFrom: tiers[0]?.validFrom.toISOString() ?? '',
    tiers: tiers.map(tierOf),
  }));
  const present = await findVersionInForce(db, now);
  const tiers = history.find(({ version }) => version === present)?.tiers ?? [];
  return { ...priceOf({ service, tiers }), history };
}

/** Prices each line separately: a service may appear in one line only, so no two lines use the same quota. */
export async function tradePrice({ lines }: InputOf<Calls['tradePrice']>, { db, caller, now }: User) {
  const sees = maySeeBalance(caller);
  const version = await findVersionInForce(db, now);
  const { prices } = await findPriceContent(db, version);
  const priced = [];
  let takenCents = 0;
  for (const { service, quantity } of lines) {
    const taken = await estimateHold(db, { service, quantity, accountId: caller.accountId, now });
    takenCents += taken.amountCents;
    const { unitCents, packageUnits } = taken;
    const alone = priceOf(prices.find((one) => one.service === service) ?? { service, tiers: [] }).unitCents;
    const charged = quantity - packageUnits;
    const [discountCents, amountCents] = [charged * (alone - unitCents), charged * unitCents];
    priced.push({ service, quantity, unitCents, packageUnits, discountCents, amountCents });
  }
  return {
    version,
    lines: priced,
    discountCents: sum(priced.map((line) => line.discountCents)),
    amountCents: sum(priced.map((line) => line.amountCents)),
    ...coverageOf(takenCents, await findSpendable(db, { ...caller, now }), sees),
  } satisfies ReplyOf<Calls['tradePrice']>;
}

/** The content of a version, its services in the order of the contract. */
export async function findPriceContent(db: Client, version: number): Promise<PriceContent> {
  const tiers = Map.groupBy(await findTiers(db, version), ({ service }) => service);
  const packages: ListedPackage[] = await findProducts(db, version);
  return { prices: services.map((service) => ({ service, tiers: (tiers.get(service) ?? []).map(tierOf) })), packages };
}

const tierOf = ({ fromQuantity, unitCents }: Pick<TierRow, keyof Tier>): Tier => ({ fromQuantity, unitCents });

function priceOf({ service, tiers }: { service: Service; tiers: Tier[] }): ServicePrice {
  const { name, unit } = serviceWords[service];
  const wordOf = ([zh, en]: readonly [string, string]) => ({ zh, en });
  return { service, name: wordOf(name), unit: wordOf(unit), unitCents: tiers[0]?.unitCents ?? 0, tiers };
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
