import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { queries } from './queries.ts';

/** Reads that a change in an area makes stale; stated only here. */
const reads = {
  addresses: [calls.addresses.addresses],
  announcements: [calls.announcements.all, calls.announcements.list],
  attestations: [
    calls.attestations.list,
    calls.attestations.groupCounts,
    calls.attestations.batch,
    calls.attestations.batchList,
    calls.attestations.urlList,
    calls.attestations.info,
    calls.attestations.labels,
    calls.home.accountHome,
    calls.attestations.retryPrice,
    calls.money.quote,
  ],
  savedViews: [calls.attestations.views],
  cookieProfiles: [calls.attestations.cookieProfiles],
  balance: [calls.orders.order, calls.orders.rechargeOptions, calls.account.accountInfo],
  bankTransfers: [calls.bankTransfers.bankTransfers],
  closing: [calls.closing.closing],
  certificationReviews: [calls.certification.reviewQueue],
  consoleBankTransfers: [calls.bankTransfers.consoleBankTransfers, calls.bankTransfers.consoleBankTransfer],
  consoleInvoices: [calls.invoices.consoleInvoices, calls.invoices.consoleInvoice],
  consoleMatters: [calls.consoleNotarization.queuedMatters],
  officeSessions: [calls.consoleReservations.officeSessions, calls.consoleReservations.sessionHours],
  reservations: [calls.reservations.reservations, calls.reservations.sessionSlots, calls.notarization.matterInfo],
  consoleOffices: [
    calls.consoleNotarization.offices,
    calls.consoleNotarization.ownOffice,
    calls.consoleNotarization.notaryCertificates,
  ],
  consoleTemplates: [calls.consoleNotarization.templates, calls.consoleNotarization.templateVersions],
  consoleOrders: [calls.consoleOrders.consoleOrder, calls.consoleOrders.consoleOrders],
  consoleReports: [calls.reports.consoleReports, calls.reports.consoleReport, calls.console.consoleOverview],
  costCenter: [calls.costCenter.costCenter],
  devices: [calls.enforcer.deviceList, calls.enforcer.recordingList, calls.enforcer.recording],
  courtApplications: [calls.courtApplications.courtApplications, calls.courtApplications.courtApplication],
  exports: [calls.exports.dataExport],
  listExports: [calls.attestations.listExports],
  dictionary: [calls.dictionary.consoleDictionary, calls.dictionary.dictList],
  identityBindings: [calls.signIn.bindings],
  invoiceHeaders: [calls.invoices.headers],
  invoices: [calls.invoices.list, calls.invoices.info, calls.invoices.invoiceableOrders],
  liveSessions: [calls.liveSessions.sessionInfo, calls.liveSessions.sessionList, calls.attestations.info],
  matters: [
    calls.notarization.matters,
    calls.notarization.matterInfo,
    calls.notarization.matterSummary,
    calls.notarization.usedAttestations,
  ],
  members: [
    calls.members.memberList,
    calls.members.invitedList,
    calls.members.invitationsToMe,
    calls.home.notices,
    calls.members.identities,
    calls.members.handover,
    calls.members.auditList,
  ],
  messages: [calls.messages.news],
  orders: [calls.orders.orders],
  paymentIssues: [
    calls.consoleOrders.paymentIssues,
    calls.consoleOrders.ledgerSummary,
    calls.consoleOrders.consoleOrder,
  ],
  people: [calls.people.lookAtAccount, calls.people.findPeople],
  priceLists: [calls.money.consolePrices],
  quote: [calls.money.quote],
  rechargeOffer: [calls.orders.consoleRechargeOffer],
  ownUploads: [calls.uploads.ownUploads],
  ownReports: [calls.reports.ownReports, calls.reports.ownReport],
  ownRecovery: [calls.recovery.ownRecovery, calls.home.notices],
  recoveries: [calls.recovery.recoveries],
  secondFactors: [calls.signIn.factors],
  security: [calls.signIn.factors, calls.signIn.sessions, calls.signIn.bindings],
  sessions: [calls.signIn.sessions],
  staff: [calls.staff.listStaff],
  whoAmI: [calls.account.accountInfo],
} as const satisfies Record<string, readonly Call[]>;

export type Area = keyof typeof reads;

/** Refetches an area's active queries and marks its others stale. Resolves when the active ones are fresh. */
export function refresh(area: Area): Promise<void> {
  const paths: readonly unknown[] = reads[area].map(({ path }) => path);
  return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.includes(path) });
}

/** A change as a mutation. Refreshes its area afterwards, even on refusal: the page may have been out of date. */
export const useAct = <C extends Call>(call: C, area: Area) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: () => refresh(area) });
