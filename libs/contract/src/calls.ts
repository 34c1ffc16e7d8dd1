import { accountCalls } from './account/calls.ts';
import { addressCalls } from './addresses/calls.ts';
import { announcementCalls } from './announcements/calls.ts';
import { attestationCalls } from './attestations/calls.ts';
import { behaviorCalls } from './behavior/calls.ts';
import type { Call } from './call.ts';
import { certificationCalls } from './certification/calls.ts';
import { chainCalls } from './chain/calls.ts';
import { consoleCalls } from './console/calls.ts';
import { costCenterCalls } from './cost-center/calls.ts';
import { dictionaryCalls } from './dictionary/calls.ts';
import { homeCalls } from './home/calls.ts';
import { invoiceCalls } from './invoices/calls.ts';
import { memberCalls } from './members/calls.ts';
import { messageCalls } from './messages/calls.ts';
import { pricingCalls } from './money/price-calls.ts';
import { billingCalls } from './orders/calls.ts';
import { consoleBillingCalls } from './orders/console-calls.ts';
import { peopleCalls } from './people/calls.ts';
import { recoveryCalls } from './recovery/calls.ts';
import { signInCalls } from './sign-in/calls.ts';
import { staffCalls } from './staff/calls.ts';
import { uploadCalls } from './uploads/calls.ts';
import { verificationCalls } from './verification/calls.ts';

/** Every call of the service, by feature. */
export const calls = {
  account: accountCalls,
  addresses: addressCalls,
  announcements: announcementCalls,
  attestations: attestationCalls,
  behavior: behaviorCalls,
  billing: billingCalls,
  certification: certificationCalls,
  chain: chainCalls,
  console: consoleCalls,
  consoleBilling: consoleBillingCalls,
  costCenter: costCenterCalls,
  dictionary: dictionaryCalls,
  home: homeCalls,
  invoices: invoiceCalls,
  members: memberCalls,
  messages: messageCalls,
  people: peopleCalls,
  pricing: pricingCalls,
  recovery: recoveryCalls,
  staff: staffCalls,
  uploads: uploadCalls,
  signIn: signInCalls,
  verification: verificationCalls,
} as const satisfies Record<string, Record<string, Call>>;

export type Calls = typeof calls;

/** In one row. */
export const allCalls: readonly (Call & { name: string; feature: string })[] = Object.entries(calls).flatMap(
  ([feature, records]) => Object.entries(records).map(([name, record]) => ({ ...record, feature, name })),
);
