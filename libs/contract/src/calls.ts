import { accountCalls } from './account.ts';
import { addressCalls } from './addresses.ts';
import { announcementCalls } from './announcements.ts';
import { attestationCalls } from './attestations.ts';
import { behaviorCalls } from './behavior.ts';
import { billingCalls } from './billing.ts';
import type { Call } from './call.ts';
import { certificationCalls } from './certification.ts';
import { chainCalls } from './chain.ts';
import { consoleCalls } from './console.ts';
import { consoleBillingCalls } from './console-billing.ts';
import { costCenterCalls } from './cost-center.ts';
import { dictionaryCalls } from './dictionary.ts';
import { homeCalls } from './home.ts';
import { invoiceCalls } from './invoices.ts';
import { memberCalls } from './members.ts';
import { messageCalls } from './messages.ts';
import { peopleCalls } from './people.ts';
import { pricingCalls } from './pricing.ts';
import { recoveryCalls } from './recovery.ts';
import { signInCalls } from './sign-in.ts';
import { staffCalls } from './staff.ts';
import { uploadCalls } from './uploads.ts';
import { verificationCalls } from './verification.ts';

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
