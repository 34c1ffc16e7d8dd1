import { accountCalls } from './account.ts';
import { attestationCalls } from './attestations.ts';
import { behaviorCalls } from './behavior.ts';
import type { Call } from './call.ts';
import { chainCalls } from './chain.ts';
import { verificationCalls } from './verification.ts';

/** Every call of the service, by feature. */
export const calls = {
  account: accountCalls,
  attestations: attestationCalls,
  behavior: behaviorCalls,
  chain: chainCalls,
  verification: verificationCalls,
} as const satisfies Record<string, Record<string, Call>>;

export type Calls = typeof calls;

/** In one row. */
export const allCalls: readonly (Call & { name: string; feature: string })[] = Object.entries(calls).flatMap(
  ([feature, records]) => Object.entries(records).map(([name, record]) => ({ ...record, feature, name })),
);
