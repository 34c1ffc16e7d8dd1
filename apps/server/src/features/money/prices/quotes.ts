import type { Quote, Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import type { OrderTerms } from '../holds/store.ts';
import { findBalance, lockBalance } from '../ledger/store.ts';
import { countUnits, lockPackages } from '../packages/store.ts';
import { findSpendingLimit, lockSpendingLimit, spentInMonth } from '../spending-store.ts';
import { findUnitPrice } from './store.ts';

export interface QuoteRequest {
  accountId: string;
  /** The login whose spending limit applies. */
  loginId: string;
  service: Service;
  quantity: number;
  /** Whether the caller may see the account's funds. */
  seesAccount: boolean;
  now: Date;
}

interface HoldEstimate {
  version: number;
  unitCents: number;
  packageUnits: number;
  /** Units left in packages afterwards. */
  packageLeft: number;
  amountCents: number;
}

export interface Funds {
  balanceCents: number;
  limitLeftCents: number | null;
}

/** Computes the amount that `placeHold` would hold if everything were ordered together now. */
export async function estimateHold(
  db: Client,
  { accountId, service, quantity, now }: Pick<QuoteRequest, 'accountId' | 'service' | 'quantity' | 'now'>,
): Promise<HoldEstimate> {
  const { version, unitCents } = await findUnitPrice(db, service, quantity, now);
  const units = await countUnits(db, { accountId, service, now });
  const packageUnits = Math.min(quantity, units);
  const packageLeft = units - packageUnits;
  return { version, unitCents, packageUnits, packageLeft, amountCents: (quantity - packageUnits) * unitCents };
}

export async function findSpendable(
  db: Client,
  { accountId, loginId, now }: Pick<QuoteRequest, 'accountId' | 'loginId' | 'now'>,
): Promise<Funds> {
  const { balanceCents } = await findBalance(db, accountId);
  return { balanceCents, limitLeftCents: await limitLeft(db, await findSpendingLimit(db, loginId), { loginId, now }) };
}

/**
 * Whether an amount can be spent, and the missing amount. Callers who may not see the account's funds don't get its balance.
 * @param limitedCents how much of it counts towards the spending limit
 */
export function coverageOf(
  amountCents: number,
  { balanceCents, limitLeftCents }: Funds,
  seesAccount: boolean,
  limitedCents = amountCents,
) {
  const missingCents = Math.max(0, amountCents - balanceCents);
  const isOver = limitLeftCents !== null && limitedCents > limitLeftCents;
  return {
    balanceCents: seesAccount ? balanceCents : null,
    missingCents: seesAccount ? missingCents : null,
    limitLeftCents,
    whyNot: isOver ? 'over' : missingCents > 0 ? 'short' : null,
  } satisfies Partial<Quote>;
}

/** One of several holds that would be placed in order. */
interface PlannedHold {
  service: Service;
  quantity: number;
  /** Units that decide the price tier, if more than its own. */
  together?: number | undefined;
  /** Its order's terms: nothing from packages, and the spending limit doesn't count it. */
  ordered?: Pick<OrderTerms, 'unitCents'> | undefined;
}

/** Quotes several holds that would be placed now, each as `placeHold` would. */
export async function quoteHolds(
  db: Client,
  holds: readonly PlannedHold[],
  { seesAccount, ...wanted }: Omit<QuoteRequest, 'service' | 'quantity'>,
) {
  const packages = new Map<Service, { units: number; left: number }>();
  let [amountCents, limitedCents] = [0, 0];
  for (const { service, quantity, together = quantity, ordered } of holds) {
    if (ordered) {
      amountCents += quantity * ordered.unitCents;
      continue;
    }
    const { unitCents } = await findUnitPrice(db, service, together, wanted.now);
    const { units, left } = packages.get(service) ?? { units: 0, left: await countUnits(db, { ...wanted, service }) };
    const taken = Math.min(quantity, left);
    packages.set(service, { units: units + taken, left: left - taken });
    amountCents += (quantity - taken) * unitCents;
    limitedCents += (quantity - taken) * unitCents;
  }
  const funds = await findSpendable(db, wanted);
  return {
    packages: [...packages].flatMap(([service, one]) => (one.units > 0 ? [{ service, ...one }] : [])),
    amountCents,
    ...coverageOf(amountCents, funds, seesAccount, limitedCents),
  };
}

/** Quotes the amounts to any caller, but the balance only to callers who may see it. */
export async function quoteOf(db: Client, request: QuoteRequest): Promise<Omit<Quote, 'mayOrder'>> {
  const { service, quantity, seesAccount } = request;
  const estimate = await estimateHold(db, request);
  return {
    service,
    quantity,
    ...estimate,
    ...coverageOf(estimate.amountCents, await findSpendable(db, request), seesAccount),
  };
}

/**
 * Refuses an order that can't be paid before placing any of it, and names the missing amount. The rows it read stay
 * locked until the transaction ends. Lock order: packages, limit, balance, as in `placeHold`. @throws Refusal
 * BALANCE_SHORT, SPENDING_LIMIT
 */
export async function requireFunds(db: Client, request: QuoteRequest): Promise<void> {
  const { packageUnits, ...funds } = await lockFunds(db, request);
  const { unitCents } = await findUnitPrice(db, request.service, request.quantity, request.now);
  const amountCents = Math.max(0, request.quantity - packageUnits) * unitCents;
  const { whyNot, missingCents, limitLeftCents } = coverageOf(amountCents, funds, request.seesAccount);
  if (whyNot === 'over') throw new Refusal('SPENDING_LIMIT', { values: { left: formatYuan(limitLeftCents ?? 0) } });
  if (whyNot === 'short')
    throw new Refusal('BALANCE_SHORT', missingCents === null ? {} : { values: { missing: formatYuan(missingCents) } });
}

async function lockFunds(db: Client, request: QuoteRequest): Promise<Funds & { packageUnits: number }> {
  const { accountId, loginId, now } = request;
  const packageUnits = await lockPackages(db, request);
  const limit = await lockSpendingLimit(db, loginId);
  const balanceCents = await lockBalance(db, accountId);
  return { packageUnits, balanceCents, limitLeftCents: await limitLeft(db, limit, { loginId, now }) };
}

/** Null without a limit; 0 if the limit was lowered below what has been spent. */
async function limitLeft(
  db: Client,
  limitCents: number | null,
  { loginId, now }: { loginId: string; now: Date },
): Promise<number | null> {
  return limitCents === null ? null : Math.max(0, limitCents - (await spentInMonth(db, loginId, now)));
}
