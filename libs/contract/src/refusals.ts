import { accountRefusals } from './refusals/account.ts';
import { evidenceRefusals } from './refusals/evidence.ts';
import { matterRefusals } from './refusals/matter.ts';
import { moneyRefusals } from './refusals/money.ts';
import { type RefusalKind, usualRefusals } from './usual-refusals.ts';

/**
 * Every refusal that a call can end with. `{gaps}` are filled from the values the refusal is thrown with (`fillGaps`); text in
 * `[brackets]` is left out where its gap has none.
 */
export const refusals = {
  ...usualRefusals,
  ...accountRefusals,
  ...evidenceRefusals,
  ...moneyRefusals,
  ...matterRefusals,
} as const satisfies Record<string, RefusalKind>;

/** Name of a refusal. */
export type RefusalCode = keyof typeof refusals;
