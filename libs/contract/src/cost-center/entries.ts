import { z } from 'zod';
import type { Word } from '../shared/words.ts';

/** Kinds of transfers that change a balance. */
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
