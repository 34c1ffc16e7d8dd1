import type { Call, calls, SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { queries } from './queries.ts';

type Calls = typeof calls;
type Path = {
  [Of in keyof Calls]: { [Name in keyof Calls[Of]]: PathOf<Calls[Of][Name]> }[keyof Calls[Of]];
}[keyof Calls];
type PathOf<C> = C extends { path: infer P } ? P : never;

/**
 * Reads that a change in an area, or news of one, makes stale; stated only here. They are paths, not records of the
 * contract: every page loads this table.
 */
const reads = {
  addresses: ['/creditor/address'],
  announcements: ['/creditor/console/announcements', '/creditor/announcement/list'],
  attestations: [
    '/creditor/attestation/composite/list',
    '/creditor/attestations/counts',
    '/creditor/attestation/url/batch',
    '/creditor/attestation/url/list',
    '/creditor/v1/attestation/info',
    '/creditor/attestation/composite/labels',
    '/creditor/user/homepage/att',
    '/creditor/attestations/retry/price',
    '/creditor/price',
  ],
  /** What the event stream of the desk announces about an attestation. */
  attestationNews: [
    '/creditor/attestation/composite/list',
    '/creditor/attestations/counts',
    '/creditor/attestation/url/batch',
    '/creditor/attestation/url/list',
    '/creditor/v1/attestation/info',
    '/creditor/user/homepage/att',
  ],
  labels: ['/creditor/attestation/composite/labels'],
  partyEvidence: ['/creditor/console/matters/{id}/evidence'],
  /** What the share tab of an attestation shows. */
  share: ['/creditor/attestations/codes/{ano}', '/creditor/attestation/netcourt/{id}'],
  savedViews: ['/creditor/attestations/views'],
  cookieProfiles: ['/creditor/attestations/cookies'],
  balance: ['/creditor/billing/orders/{orderNo}', '/creditor/billing/recharge/options', '/creditor/account/info'],
  bankTransfers: ['/creditor/bank-transfers'],
  closing: ['/creditor/closing'],
  certificationReviews: ['/creditor/console/certifications'],
  consoleBankTransfers: ['/creditor/console/bank-transfers', '/creditor/console/bank-transfers/{id}'],
  consoleInvoices: ['/creditor/console/invoices', '/creditor/console/invoices/{id}'],
  consoleMatters: ['/creditor/console/matters'],
  officeSessions: ['/creditor/console/sessions', '/creditor/console/session-hours'],
  reservations: [
    '/creditor/notarization/reservation/list',
    '/creditor/notarization/reservation/slots/{id}',
    '/creditor/notarization/info/{id}',
  ],
  consoleOffices: [
    '/creditor/console/offices',
    '/creditor/console/office',
    '/creditor/console/offices/{id}/certificates',
  ],
  consoleTemplates: ['/creditor/console/office/templates', '/creditor/console/office/templates/{kind}/{document}'],
  consoleOrders: ['/creditor/console/orders/{orderNo}', '/creditor/console/orders'],
  consoleReports: ['/creditor/console/reports', '/creditor/console/reports/{id}', '/creditor/console/overview'],
  costCenter: ['/creditor/cost-center'],
  devices: [
    '/creditor/enforcer/bind/list',
    '/creditor/enforcer/attestation/list',
    '/creditor/enforcer/attestation/{id}',
  ],
  courtApplications: ['/creditor/evidence/applications', '/creditor/evidence/info/{id}'],
  exports: ['/creditor/exports'],
  listExports: ['/creditor/attestations/exports'],
  dictionary: ['/creditor/console/dictionary', '/creditor/dict/list'],
  identityBindings: ['/creditor/signIn/third'],
  invoiceHeaders: ['/creditor/invoice/header'],
  invoices: ['/creditor/invoice/list', '/creditor/invoice/info/{id}', '/creditor/invoice/orders'],
  liveSessions: [
    '/creditor/attestaion/process/info',
    '/creditor/attestaion/process/list',
    '/creditor/attestation/composite/list',
    '/creditor/v1/attestation/info',
  ],
  matters: [
    '/creditor/notarization/list',
    '/creditor/notarization/info/{id}',
    '/creditor/notarization/{id}',
    '/creditor/notarization/attestation/order/list',
  ],
  members: [
    '/creditor/user/sub/info/list',
    '/creditor/user/invited/list',
    '/creditor/members/invitation/mine',
    '/creditor/user/homepage/notices',
    '/creditor/login/switch/list',
    '/creditor/members/handover',
    '/creditor/members/audit',
  ],
  messages: ['/creditor/user/user/news'],
  unreadMessages: ['/creditor/user/user/news/count'],
  orders: ['/creditor/billing/orders'],
  paymentIssues: [
    '/creditor/console/payments/issues',
    '/creditor/console/ledger',
    '/creditor/console/orders/{orderNo}',
  ],
  people: ['/creditor/console/people/{accountId}', '/creditor/console/people'],
  priceLists: ['/creditor/console/prices'],
  quote: ['/creditor/price'],
  rechargeOffer: ['/creditor/console/recharge'],
  ownUploads: ['/creditor/uploads'],
  unusedFiles: ['/creditor/attestation/file/unused', '/creditor/attestation/file/uploads'],
  ownReports: ['/creditor/reports', '/creditor/reports/{id}'],
  ownRecovery: ['/creditor/signIn/recovery', '/creditor/user/homepage/notices'],
  recoveries: ['/creditor/console/recoveries'],
  secondFactors: ['/creditor/signIn/factors'],
  security: ['/creditor/signIn/factors', '/creditor/signIn/sessions', '/creditor/signIn/third'],
  sessions: ['/creditor/signIn/sessions'],
  staff: ['/creditor/console/staff'],
  ownStaff: ['/creditor/console/me'],
  whoAmI: ['/creditor/account/info'],
} as const satisfies Record<string, readonly Path[]>;

export type Area = keyof typeof reads;

/** Refetches an area's active queries and marks its others stale. Resolves when the active ones are fresh. */
export function refresh(area: Area): Promise<void> {
  const paths: readonly unknown[] = reads[area];
  return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.includes(path) });
}

/** Like `refresh`, for a change that any page may show: a name or a phone. */
export const refreshEverything = (): Promise<void> => queries.invalidateQueries();

/** A change as a mutation. Refreshes its area afterwards, even on refusal: the page may have been out of date. */
export const useAct = <C extends Call>(call: C, area: Area) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: () => refresh(area) });
