import { type billingCalls, type InputOf, type RechargeOffer, rechargeCents } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { requireProof } from '../../http/staff-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { formatYuan } from '../../kit/yuan.ts';
import type { Payments } from '../../providers/payment/payments.ts';
import { findBalance } from '../money/service.ts';

type Calls = typeof billingCalls;
type Operator = Context<'operator'>;

/** An amount that none of the providers takes would lead nowhere: it is not shown. */
export async function rechargeOptions(_input: unknown, { db, caller, services }: Context<'user'>) {
  const { amountsCents } = await findOffer(db);
  const limits = rechargeLimits(services.payments);
  const isTaken = (cents: number) => cents >= limits.minCents && cents <= limits.maxCents;
  const rechargeObj = amountsCents.filter(isTaken).map((amountCents) => ({ amountCents }));
  return { rechargeObj, ...limits, ...(await findBalance(db, caller.accountId)) };
}

/** What at least one of the providers takes. */
function rechargeLimits(payments: Payments): { minCents: number; maxCents: number } {
  const { min, max } = rechargeCents;
  const all = [...payments.values()].map(({ takesCents }) => takesCents);
  if (all.length === 0) return { minCents: min, maxCents: max };
  return {
    minCents: Math.max(min, Math.min(...all.map((one) => one.min))),
    maxCents: Math.min(max, Math.max(...all.map((one) => one.max))),
  };
}

export const consoleRechargeOffer = async (_input: unknown, { db, services }: Operator): Promise<RechargeOffer> => ({
  ...(await findOffer(db)),
  ...rechargeLimits(services.payments),
});

/** Of two who change the same version at once, one is refused: the version is the key. */
export async function changeRechargeOffer(
  { version, amountsCents }: InputOf<Calls['changeRechargeOffer']>,
  context: Operator,
): Promise<RechargeOffer> {
  const { db, caller, now, audit, services } = context;
  await requireProof(context);
  const before = await findOffer(db);
  const { rowCount } = await db.query(
    `insert into recharge_offer (version, amounts_cents, staff_id, made_at)
     select $1 + 1, $2, $3, $4 where $1 = (select max(version) from recharge_offer) on conflict do nothing`,
    [version, amountsCents, caller.staffId, now],
  );
  if (rowCount !== 1) throw new Refusal('CHANGED_MEANWHILE');
  audit({ version: version + 1, before: listed(before.amountsCents), after: listed(amountsCents) });
  return { ...(await findOffer(db)), ...rechargeLimits(services.payments) };
}

const listed = (amountsCents: readonly number[]): string => amountsCents.map(formatYuan).join(' ');

type Offer = Omit<RechargeOffer, 'minCents' | 'maxCents'>;

async function findOffer(db: Client): Promise<Offer> {
  const { rows } = await db.query<Omit<Offer, 'since'> & { since: Date }>(
    `select o.version, o.amounts_cents::float8[] as "amountsCents", o.made_at as since, s.name as by
     from recharge_offer o left join staff s on s.id = o.staff_id order by o.version desc limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('There is no version of the amounts that recharges are offered with.');
  return { ...row, since: row.since.toISOString() };
}
