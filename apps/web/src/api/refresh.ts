import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { queries } from './queries.ts';

const { attestations, billing, consoleBilling, dictionary, invoices, members, people, signIn } = calls;

/** Which reads a change in an area makes stale. They are the only place that says so. */
const reads = {
  addresses: [calls.addresses.addresses],
  announcements: [calls.announcements.all, calls.announcements.list],
  attestations: [
    attestations.list,
    attestations.urlList,
    attestations.info,
    attestations.labels,
    calls.home.accountHome,
    calls.pricing.quote,
  ],
  balance: [billing.order, billing.rechargeOptions, calls.account.accountInfo],
  certificationReviews: [calls.certification.reviewQueue],
  consoleInvoices: [invoices.consoleInvoices],
  consoleOrders: [consoleBilling.consoleOrder, consoleBilling.consoleOrders],
  costCenter: [calls.costCenter.costCenter],
  dictionary: [dictionary.consoleDictionary, dictionary.dictList],
  identityBindings: [signIn.bindings],
  invoiceHeaders: [invoices.headers],
  invoices: [invoices.list, invoices.info, invoices.invoiceableOrders],
  members: [members.memberList, members.invitedList, members.invitationsToMe, members.identities, members.auditList],
  messages: [calls.messages.news],
  orders: [billing.orders],
  paymentIssues: [consoleBilling.paymentIssues, consoleBilling.ledgerStanding, consoleBilling.consoleOrder],
  people: [people.lookAtAccount, people.findPeople],
  priceLists: [calls.pricing.consolePrices],
  quote: [calls.pricing.quote],
  rechargeOffer: [billing.consoleRechargeOffer],
  ownRecovery: [calls.recovery.ownRecovery],
  recoveries: [calls.recovery.recoveries],
  secondFactors: [signIn.factors],
  security: [signIn.factors, signIn.sessions, signIn.bindings],
  sessions: [signIn.sessions],
  staff: [calls.staff.listStaff],
  whoAmI: [calls.account.accountInfo],
} as const satisfies Record<string, readonly Call[]>;

export type Area = keyof typeof reads;

/** Refetches what is on screen of an area and marks the rest of it stale. Resolves when what is on screen is fresh. */
export function refresh(area: Area): Promise<void> {
  const paths: readonly unknown[] = reads[area].map(({ path }) => path);
  return queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.includes(path) });
}

/** A change as a mutation. Its area is refreshed afterwards, also when it was refused: it may have come too late. */
export const useAct = <C extends Call>(call: C, area: Area) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: () => refresh(area) });
