import { z } from 'zod';
import { call, nothing } from '../call.ts';
import { count } from '../shared/lists.ts';
import { Cents } from './money.ts';

/** One recharge: at least ¥1, at most ¥1,000,000. */
export const rechargeCents = { min: 100, max: 100_000_000 } as const;

/** Money received without an order, such as a bank transfer: at most ¥10,000,000. */
export const arrivalCents = { min: 1, max: 1_000_000_000 } as const;

/** Maximum number of amounts offered; people choose from few, and search among many. */
export const mostRechargeAmounts = 12;

/** Suggested recharge amounts in display order, each once. */
export const RechargeAmounts = z
  .array(z.int().min(rechargeCents.min).max(rechargeCents.max))
  .min(1)
  .max(mostRechargeAmounts)
  .superRefine((amounts, context) => {
    for (const [at, cents] of amounts.entries())
      if (amounts.indexOf(cents) !== at)
        context.addIssue({ code: 'custom', path: [at], params: { says: 'each once' } });
  });

/** Suggested recharge amounts. */
export const RechargeOffer = z.strictObject({
  /** Counted from 1; each change adds one. */
  version: z.int(),
  amountsCents: z.array(Cents),
  /** Effective time and staff member; null for the default, which ships with the product. */
  since: z.iso.datetime(),
  by: z.string().nullable(),
  /** Range accepted by at least one payment provider; amounts outside it aren't shown. */
  minCents: Cents,
  maxCents: Cents,
});
export type RechargeOffer = z.infer<typeof RechargeOffer>;

/** Records of the calls about the recharge offer. */
export const rechargeOfferCalls = {
  consoleRechargeOffer: call({
    method: 'GET',
    path: '/creditor/console/recharge',
    who: 'operator',
    summary: 'Returns the top-up amounts offered, and who set them.',
    input: nothing,
    reply: RechargeOffer,
  }),
  changeRechargeOffer: call({
    method: 'PUT',
    path: '/creditor/console/recharge',
    who: 'operator',
    summary: 'Changes the top-up amounts offered or their order. `version` is the version that was edited.',
    input: z.strictObject({ version: count.min(1), amountsCents: RechargeAmounts }),
    reply: RechargeOffer,
    refusals: ['CHANGED_MEANWHILE', 'PROVE_AGAIN'],
    limits: [{ per: 'login', times: 240, seconds: 3_600 }],
    audit: 'recharge-offer.changed',
  }),
};
