import type { Call } from './call.ts';
import * as calls from './call-records.ts';

/** Every call of the service, by feature. As a module's namespace it lets a bundler leave out the features a page does not use. */
export * as calls from './call-records.ts';

/** The type of `calls`: from a feature's name to its records. */
export type Calls = typeof calls;

/** Every call as one list, with its feature and its name in there. */
export const allCalls: readonly (Call & { name: string; feature: string })[] = Object.entries<Record<string, Call>>(
  calls,
).flatMap(([feature, records]) => Object.entries(records).map(([name, record]) => ({ ...record, feature, name })));
