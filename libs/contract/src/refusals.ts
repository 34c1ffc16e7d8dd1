import { accountRefusals } from './refusals/account.ts';
import { evidenceRefusals } from './refusals/evidence.ts';
import { matterRefusals } from './refusals/matter.ts';
import { moneyRefusals } from './refusals/money.ts';
import { type RefusalKind, usualRefusals } from './usual-refusals.ts';

/**
 * Every refusal that a call can end with. `{placeholders}` are filled with the values of the refusal (`fillGaps`); text
 * in `[brackets]` is dropped if its placeholder has no value.
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
