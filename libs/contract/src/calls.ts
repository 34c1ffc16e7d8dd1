import { accountCalls } from './account.ts';
import { addressCalls } from './addresses.ts';
import { announcementCalls } from './announcements.ts';
import { attestationCalls } from './attestations.ts';
import { behaviorCalls } from './behavior.ts';
import type { Call } from './call.ts';
import { chainCalls } from './chain.ts';
import { messageCalls } from './messages.ts';
import { verificationCalls } from './verification.ts';
import { consoleCalls } from './console.ts';
import { dictionaryCalls } from './dictionary.ts';

import { peopleCalls } from './people.ts';
import { staffCalls } from './staff.ts';
/** Every call of the service, by feature. */
export const calls = {
  account: accountCalls,
  addresses: addressCalls,
  announcements: announcementCalls,
  attestations: attestationCalls,
  behavior: behaviorCalls,
  chain: chainCalls,
  messages: messageCalls,
  verification: verificationCalls,
} as const satisfies Record<string, Record<string, Call>>;

  console: consoleCalls,
  dictionary: dictionaryCalls,
export type Calls = typeof calls;
  people: peopleCalls,
  staff: staffCalls,

/** In one row. */
export const allCalls: readonly (Call & { name: string; feature: string })[] = Object.entries(calls).flatMap(
  ([feature, records]) => Object.entries(records).map(([name, record]) => ({ ...record, feature, name })),
);
