import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { postHolds, postTransfer } from '../ledger/store.ts';
import { findTakenUnits, returnUnits, takeUnits } from '../packages/store.ts';
import { findPriceOf, findUnitPrice } from '../prices/store.ts';
import { lockSpendingLimit, spentInMonth } from '../spending-store.ts';
import {
  type EndedHold,
  endHold,
  type HeldSubject,
  type Hold,
  type HoldRequest,
  hasHold,
  insertHold,
  insertHolds,
  lockHold,
} from './store.ts';

/**
 * Holds the price of something in the transaction that orders it: first package units, soonest expiry first, then the
 * rest from the balance. Does nothing if the subject already has a hold. @throws Refusal BALANCE_SHORT, SPENDING_LIMIT
 */
export async function placeHold(db: Client, o: HoldRequest): Promise<void> {
  if (await hasHold(db, o.subject)) return;
  const { ordered } = o;
  const { version, unitCents } =
    ordered ?? o.price ?? (await findUnitPrice(db, o.service, o.together ?? o.quantity, o.now));
  const taken = ordered ? [] : await takeUnits(db, o);
  const packageUnits = taken.reduce((sum, { units }) => sum + units, 0);
  const cents = (o.quantity - packageUnits) * unitCents;
  if (cents > 0 && !ordered) await requireSpendingLimit(db, { ...o, cents });
  const orderId = ordered?.orderId ?? null;
  const id = await insertHold(db, { ...o, version, unitCents, packageUnits, cents, orderId, taken });
  if (cents > 0)
    await postTransfer(db, {
      key: `hold:${id}`,
      kind: 'hold',
      loginId: o.loginId,
      subject: id,
      from: { kind: 'balance', accountId: o.accountId },
      to: { kind: 'held', accountId: o.accountId },
      cents,
    });
}

/**
 * Holds the price of each of several new subjects, as repeated calls of `placeHold` would, in a number of statements that
 * doesn't grow with them.
 * @throws Refusal BALANCE_SHORT, SPENDING_LIMIT
 */
export async function placeHolds(
  db: Client,
  o: Pick<HoldRequest, 'accountId' | 'loginId' | 'service' | 'now'> & {
    /** Number of units ordered together, if more than those of the subjects; the unit price depends on it. */
    priced?: number;
  },
  subjects: readonly HeldSubject[],
): Promise<void> {
  const quantity = subjects.reduce((sum, one) => sum + one.quantity, 0);
  if (quantity === 0) return;
  const { version, unitCents } = await findUnitPrice(db, o.service, o.priced ?? quantity, o.now);
  const taken = await takeUnits(db, { ...o, quantity });
  const packages = taken.flatMap(({ packageId, units }) => Array<string>(units).fill(packageId));
  const paid = unitCents > 0 ? quantity - packages.length : 0;
  if (paid > 0) await requireSpendingLimit(db, { ...o, cents: paid * unitCents });
  const together = o.priced ?? quantity;
  const charges = await insertHolds(db, { ...o, version, unitCents, together, packages }, subjects);
  if (charges.length > 0) await postHolds(db, o, charges);
}

/**
 * Holds more units for a subject, at their held price; does nothing if it has as many. @throws Refusal BALANCE_SHORT,
 * SPENDING_LIMIT
 */
export async function extendHold(
  db: Client,
  subject: string,
  { quantity, now }: { quantity: number; now: Date },
): Promise<void> {
  const hold = await lockHold(db, subject);
  if (!hold || quantity <= hold.quantity) return;
  await releaseHold(db, subject, now);
  await placeHold(db, { ...hold, quantity, subject, now, price: hold });
}

/**
 * Releases what is held for a subject beyond a quantity. Package units stay taken, then money at the held price: never
 * needs money or units that aren't held, even if a package has been refunded since.
 */
export async function shrinkHold(
  db: Client,
  subject: string,
  { quantity, now }: { quantity: number; now: Date },
): Promise<void> {
  const hold = await lockHold(db, subject);
  if (!hold || quantity >= hold.quantity) return;
  await reduceHold(db, subject, hold, { quantity, unitCents: hold.unitCents, now });
}

/** Replaces a hold by one of no more units at no higher a price. Package units stay taken. */
async function reduceHold(
  db: Client,
  subject: string,
  hold: Hold,
  { quantity, unitCents, now }: { quantity: number; unitCents: number; now: Date },
): Promise<void> {
  const { ended, packages } = await releaseBeyond(db, subject, { units: quantity, now });
  const cents = (quantity - packages.length) * unitCents;
  const taken = [...new Set(packages)].map((packageId) => ({
    packageId,
    units: packages.filter((one) => one === packageId).length,
  }));
  const kept = {
    ...hold,
    subject,
    quantity,
    unitCents,
    packageUnits: packages.length,
    cents,
    taken,
    now: ended.heldAt,
  };
  const id = await insertHold(db, kept);
  if (cents > 0) await postHolds(db, hold, [{ id, cents }]);
}

/**
 * Ends a hold. Its first `units` package units stay taken, for the holds that replace it. @returns the packages of these
 * units, one for each unit @throws Error if nothing is held
 */
async function releaseBeyond(
  db: Client,
  subject: string,
  { units, now }: { units: number; now: Date },
): Promise<{ ended: EndedHold; packages: string[] }> {
  const ended = await endHold(db, subject, 'release', now);
  if (!ended) throw new Error(`The hold of ${subject} ended while it was locked.`);
  const taken = await findTakenUnits(db, ended.id);
  const packages = taken.flatMap((one) => Array<string>(one.units).fill(one.packageId)).slice(0, units);
  await returnUnits(db, { chargeId: ended.id, service: ended.service, now, kept: packages });
  await postRelease(db, ended);
  return { ended, packages };
}

/**
 * Splits what is held for a subject: one unit stays with the subject, and each new subject gets one. Package units stay taken
 * and go to the first subjects. The others are priced by the tier of the remaining units, but no higher than the held
 * price, so a split never needs money or units that aren't held. The rest is returned. @param subjects no more than the
 * held units beyond the first @throws Error if nothing, or too little, is held for the subject
 */
export async function splitHold(
  db: Client,
  subject: string,
  { subjects, now }: { subjects: readonly string[]; now: Date },
): Promise<void> {
  const all = [subject, ...subjects];
  const hold = await lockHold(db, subject);
  if (!hold || all.length > hold.quantity)
    throw new Error(`${hold?.quantity ?? 0} units are held for ${subject}, and ${all.length} are needed.`);
  const { ended, packages } = await releaseBeyond(db, subject, { units: all.length, now });
  const { accountId, loginId } = hold;
  const paid = all.length - packages.length;
  const { together, unitCents } = await splitPrice(db, hold, { units: all.length, paid, cents: ended.cents });
  const units = all.map((one) => ({ subject: one, quantity: 1 }));
  const charges = await insertHolds(db, { ...hold, now: ended.heldAt, unitCents, together, packages }, units);
  if (charges.length > 0) await postHolds(db, { accountId, loginId }, charges);
}

/** The tier is counted from the remaining units of every subject that was ordered together with the split one. */
async function splitPrice(
  db: Client,
  hold: Hold,
  { units, paid, cents }: { units: number; paid: number; cents: number },
): Promise<{ together: number; unitCents: number }> {
  const together = Math.max(1, Math.floor(hold.together / hold.quantity)) * units;
  if (paid === 0 || units === hold.quantity) return { together, unitCents: hold.unitCents };
  const { unitCents } = await findPriceOf(db, hold.version, hold.service, together);
  return { together, unitCents: Math.min(unitCents, Math.floor(cents / paid)) };
}

/** Charges what is held for a subject. Does nothing if it has no hold, or that has ended. */
export async function settleHold(db: Client, subject: string, now: Date): Promise<void> {
  const hold = await endHold(db, subject, 'settle', now);
  if (!hold || hold.cents === 0) return;
  const { id, accountId, loginId, cents } = hold;
  const from = { kind: 'held', accountId } as const;
  await postTransfer(db, {
    key: `settlement:${id}`,
    kind: 'settlement',
    loginId,
    subject: id,
    from,
    to: { kind: 'revenue' },
    cents,
  });
}

/**
 * Charges a share of the price held for a subject, rounded up to whole cents, and releases the rest. Package units can't
 * be divided, so they are charged whole. Does nothing if nothing is held.
 */
export async function settleHoldInPart(
  db: Client,
  subject: string,
  { percent, now }: { percent: number; now: Date },
): Promise<void> {
  const hold = await lockHold(db, subject);
  if (!hold) return;
  await reduceHold(db, subject, hold, {
    quantity: hold.quantity,
    unitCents: Math.ceil((hold.unitCents * percent) / 100),
    now,
  });
  await settleHold(db, subject, now);
}

/** Returns what is held for a subject to the packages and the balance it came from. */
export async function releaseHold(db: Client, subject: string, now: Date): Promise<void> {
  const hold = await endHold(db, subject, 'release', now);
  if (!hold) return;
  await returnUnits(db, { chargeId: hold.id, service: hold.service, now });
  await postRelease(db, hold);
}

async function postRelease(db: Client, { id, accountId, loginId, cents }: EndedHold): Promise<void> {
  const from = { kind: 'held', accountId } as const;
  const to = { kind: 'balance', accountId } as const;
  if (cents > 0)
    await postTransfer(db, { key: `release:${id}`, kind: 'release', loginId, subject: id, from, to, cents });
}

/**
 * Checks that a login stays within its limit for the calendar month, and locks the limit: concurrent spending by the
 * login waits here. @throws Refusal SPENDING_LIMIT
 */
export async function requireSpendingLimit(
  db: Client,
  { loginId, now, cents }: { loginId: string; now: Date; cents: number },
): Promise<void> {
  const limit = await lockSpendingLimit(db, loginId);
  if (limit === null) return;
  if ((await spentInMonth(db, loginId, now)) + cents > limit) throw new Refusal('SPENDING_LIMIT');
}
