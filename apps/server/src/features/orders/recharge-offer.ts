import { type InputOf, type orderCalls, type RechargeOffer, rechargeCents } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { formatYuan } from '../../kit/yuan.ts';
import type { Payments } from '../../providers/payment/payments.ts';
import { findBalance } from '../money/service.ts';
import { findRechargeOffer, insertRechargeOffer } from './recharge-offer-store.ts';

type Calls = typeof orderCalls;
type Operator = Context<'operator'>;

/** Leaves out amounts that no provider accepts. */
export async function rechargeOptions(_input: unknown, { db, caller, services }: Context<'user'>) {
  const { amountsCents } = await findRechargeOffer(db);
  const limits = rechargeLimits(services.payments);
  const isTaken = (cents: number) => cents >= limits.minCents && cents <= limits.maxCents;
  const rechargeObj = amountsCents.filter(isTaken).map((amountCents) => ({ amountCents }));
  return { rechargeObj, ...limits, ...(await findBalance(db, caller.accountId)) };
}

/** The smallest and largest amount accepted by any provider. */
function rechargeLimits(payments: Payments): { minCents: number; maxCents: number } {
  const { min, max } = rechargeCents;
  const all = [...payments.values()].map(({ takesCents }) => takesCents);
  if (all.length === 0) return { minCents: min, maxCents: max };
  return {
    minCents: Math.max(min, Math.min(...all.map(({ min: least }) => least))),
    maxCents: Math.min(max, Math.max(...all.map(({ max: most }) => most))),
  };
}

export const consoleRechargeOffer = async (_input: unknown, { db, services }: Operator): Promise<RechargeOffer> => ({
  ...(await findRechargeOffer(db)),
  ...rechargeLimits(services.payments),
});

/** @throws Refusal CHANGED_MEANWHILE */
export async function changeRechargeOffer(
  { version, amountsCents }: InputOf<Calls['changeRechargeOffer']>,
  context: Operator,
): Promise<RechargeOffer> {
  const { db, caller, now, audit, services } = context;
  await requireProof(context);
  const before = await findRechargeOffer(db);
  if (!(await insertRechargeOffer(db, { version, amountsCents, staffId: caller.staffId, now })))
    throw new Refusal('CHANGED_MEANWHILE');
  audit({ version: version + 1, before: listed(before.amountsCents), after: listed(amountsCents) });
  return { ...(await findRechargeOffer(db)), ...rechargeLimits(services.payments) };
}

const listed = (amountsCents: readonly number[]): string => amountsCents.map(formatYuan).join(' ');
