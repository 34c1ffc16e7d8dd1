import { accountCalls } from './account.ts';
import type { Call } from './call.ts';

/** Every call of the service, by feature. */
export const calls = {
  account: accountCalls,
} as const satisfies Record<string, Record<string, Call>>;

export type Calls = typeof calls;

/** In one row. */
export const allCalls: readonly (Call & { name: string; feature: string })[] = Object.entries(calls).flatMap(
  ([feature, records]) => Object.entries(records).map(([name, record]) => ({ ...record, feature, name })),
);
