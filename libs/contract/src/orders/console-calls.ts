import { z } from 'zod';
import { AttestationCost } from '../attestations/attestation.ts';
import { AttestationState } from '../attestations/states.ts';
import { call, nil, nothing } from '../call.ts';
import { Cents, Service, TransferKind } from '../money/money.ts';
import { statementLength } from '../shared/limits.ts';
import { listOf, page } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { Order, OrderKind, PayWay, Refunded } from './calls.ts';
import { OrderNo, OrderSearch } from './numbers.ts';
import { OrderState, PaymentState } from './states.ts';

const time = z.iso.datetime();
const period = { since: time.optional(), until: time.optional() };

/**
 * Payment issues: money that doesn't match a request. `mismatch`: signed by the provider, but with another amount,
 * currency, merchant or provider. `unknown`: for a payment that this installation didn't request. `late`, `double`: for
 * an order that was already closed or paid. `refund`: an operator's refund that the provider didn't pay out.
 */
export const issueKinds = ['mismatch', 'unknown', 'late', 'double', 'refund'] as const;
/** Kind of a payment issue. */
export const IssueKind = z.enum(issueKinds);
export type IssueKind = z.infer<typeof IssueKind>;

/** Words for the kinds of payment issues. */
export const issueKindWords: Record<IssueKind, Word> = {
  mismatch: ['内容不符', 'Amount mismatch'],
  unknown: ['没有对应的付款', 'No matching payment'],
  late: ['订单已关闭', 'Order closed'],
  double: ['重复付款', 'Paid twice'],
  refund: ['退款未完成', 'Refund failed'],
};

/**
 * Resolution of such an issue. `noted`: no money to move. `paid-back`: paid back at the provider. `kept`: credited to the
 * customer here. `none-came`: the provider never received it.
 */
export const reviewOutcomes = ['noted', 'paid-back', 'kept', 'none-came'] as const;
/** Decision of an operator about a payment issue. */
export const ReviewOutcome = z.enum(reviewOutcomes);
export type ReviewOutcome = z.infer<typeof ReviewOutcome>;

/** Ledger accounts: a customer's balance and holds; the platform's revenue, funds at providers, and money to be refunded. */
export const ledgerAccountKinds = ['balance', 'held', 'revenue', 'funds', 'returning'] as const;
/** Kind of an account in the ledger. */
export const LedgerAccountKind = z.enum(ledgerAccountKinds);
export type LedgerAccountKind = z.infer<typeof LedgerAccountKind>;

/** Words for the kinds of accounts in the ledger. */
export const ledgerAccountWords: Record<LedgerAccountKind, Word> = {
  balance: ['客户余额', 'Customer balances'],
  held: ['客户冻结', 'Customer holds'],
  revenue: ['收入', 'Revenue'],
  funds: ['支付平台资金', 'Provider funds'],
  returning: ['待退回', 'To be refunded'],
};

/** Problems a ledger check can find. */
export const ledgerProblems = [
  'transfer-of-no-account',
  'balance-is-not-the-sum',
  'running-balance-broken',
  'charge-without-transfer',
  'payment-without-transfer',
  'refund-without-transfer',
  'order-without-payment',
  'refund-beyond-payment',
  'package-use-is-not-the-sum',
  'bank-transfer-without-payment',
  'closing-without-transfer',
] as const;
/** Kind of a problem found by a ledger check. */
export const LedgerProblemKind = z.enum(ledgerProblems);
export type LedgerProblemKind = z.infer<typeof LedgerProblemKind>;

/** Words for the problems found by a ledger check. */
export const ledgerProblemWords: Record<LedgerProblemKind, Word> = {
  'transfer-of-no-account': ['这笔转账没有对应的账户', 'this transfer has no account'],
  'balance-is-not-the-sum': ['该账户余额与分录合计不符', 'the balance differs from the sum of its entries'],
  'running-balance-broken': ['这笔转账之后的余额有误', 'the balance after this transfer is wrong'],
  'charge-without-transfer': ['这笔费用与转账不符', 'this charge does not match its transfers'],
  'payment-without-transfer': ['这笔付款与转账不符', 'this payment does not match its transfer'],
  'refund-without-transfer': ['这笔退款与转账不符', 'this refund does not match its transfers'],
  'order-without-payment': [
    '该订单的状态与付款或套餐不符',
    'the state of this order does not match its payment or package',
  ],
  'refund-beyond-payment': ['这笔付款的退款合计有误', 'the refunds of this payment do not add up'],
  'package-use-is-not-the-sum': ['该套餐的用量与扣费不符', 'the usage of this package does not match its charges'],
  'bank-transfer-without-payment': ['这笔对公转账与付款不符', 'this bank transfer does not match its payment'],
  'closing-without-transfer': [
    '这次注销与放弃余额的转账不符',
    'this closing does not match the transfer of the balance given up',
  ],
};

const Whose = { accountId: z.string(), accountName: z.string() };

/** An order as the console lists it, with its account. */
export const ConsoleOrder = Order.extend(Whose);
export type ConsoleOrder = z.infer<typeof ConsoleOrder>;

/** A payment as the console lists it. */
export const ConsolePayment = z.strictObject({
  paymentId: z.string(),
  orderNo: z.string(),
  ...Whose,
  provider: PayWay,
  state: PaymentState,
  amountCents: Cents,
  /** Amount refunded or being refunded. */
  refundedCents: Cents,
  /** The provider's transaction id; null before payment, and for the balance. */
  txn: z.string().nullable(),
  createdAt: time,
  paidAt: time.nullable(),
  /** Last time the provider was asked, and how often automatically. */
  askedAt: time.nullable(),
  timesAsked: z.int(),
});
export type ConsolePayment = z.infer<typeof ConsolePayment>;

/** Payment details a provider reported; each may be null in other notifications. */
export const ReportedPayment = z.strictObject({
  cents: Cents.nullable(),
  currency: z.string().nullable(),
  txn: z.string().nullable(),
  merchant: z.string().nullable(),
});
export type ReportedPayment = z.infer<typeof ReportedPayment>;

const Notification = z.strictObject({
  provider: PayWay,
  eventId: z.string(),
  at: time,
  /** Outcome of the notification; `nothing`: it wasn't about a payment. */
  outcome: z.enum(['settled', 'stray', 'known', 'mismatch', 'unknown', 'nothing']),
  reported: ReportedPayment,
});

const ConsoleRefund = Refunded.extend({
  why: z.enum(['asked', 'late', 'double']),
  reason: z.string(),
  /** Staff member who requested it; null for automatic refunds. */
  by: z.string().nullable(),
  provider: PayWay,
});

const Entry = z.strictObject({
  account: LedgerAccountKind,
  /** For `funds`: the provider. */
  provider: z.string().nullable(),
  amountCents: Cents,
  /** Balance of a customer's account afterwards. */
  balanceCents: Cents.nullable(),
});

const OrderedPackage = z.strictObject({
  /** Held units count as used. */
  quotas: z.array(z.strictObject({ service: Service, quota: z.int(), used: z.int() })),
  /** Usage by member, highest first. */
  uses: z.array(z.strictObject({ userId: z.string(), name: z.string(), service: Service, units: z.int() })),
  expiresAt: time,
  /** Value of unused units; once refunds reach it, the package is disabled. */
  unusedCents: Cents,
});

/** An order as the console shows it, with payments and history. */
export const ConsoleOrderDetail = ConsoleOrder.extend({
  /** Member who placed it. */
  placedBy: z.string(),
  closedAt: time.nullable(),
  payments: z.array(ConsolePayment),
  notifications: z.array(Notification),
  refunds: z.array(ConsoleRefund),
  transfers: z.array(z.strictObject({ key: z.string(), kind: TransferKind, at: time, entries: z.array(Entry) })),
  /** Maximum refundable now, limited by the balance if the money is there. */
  refundableCents: Cents,
  /** Items ordered, with the outcome and charge of each. */
  ordered: z.array(z.strictObject({ ano: z.string(), state: AttestationState, cost: AttestationCost.nullable() })),
  /** Package bought and its usage; null if none. */
  package: OrderedPackage.nullable(),
});
export type ConsoleOrderDetail = z.infer<typeof ConsoleOrderDetail>;

/** A payment issue that an operator has to decide. */
export const PaymentIssue = z.strictObject({
  issueId: z.uuid(),
  kind: IssueKind,
  provider: PayWay,
  at: time,
  /** Number of identical notifications. */
  times: z.int(),
  reported: ReportedPayment,
  /** Amount due; null if the payment isn't ours. */
  asked: z.strictObject({ orderNo: z.string(), ...Whose, amountCents: Cents }).nullable(),
  /** State of the refund. */
  refund: Refunded.nullable(),
  /** The provider's last answer about the refund; null if none. */
  providerState: z.enum(['pending', 'by-hand', 'refused']).nullable(),
  /** The provider's error code. */
  providerCode: z.string().nullable(),
  /** Amount held in suspense until an operator decides; null if none. */
  bookedCents: Cents.nullable(),
  /** Resolution by staff; null if unresolved or unnecessary. */
  review: z.strictObject({ by: z.string(), at: time, outcome: ReviewOutcome, note: z.string() }).nullable(),
  /** An operator must review it. */
  isOpen: z.boolean(),
  /** Outcomes an operator may choose now; empty if no decision is needed. */
  outcomes: z.array(ReviewOutcome),
});
export type PaymentIssue = z.infer<typeof PaymentIssue>;

const LedgerCheck = z.strictObject({
  at: time,
  transfers: z.int(),
  problems: z.int(),
  /** The first problems found: the kind of each, and the transfer, account, charge, payment or order concerned. */
  found: z.array(z.strictObject({ what: LedgerProblemKind, subject: z.string() })),
});

/** Records of the calls about orders and payments in the console. */
export const consoleOrderCalls = {
  consoleOrders: call({
    method: 'GET',
    path: '/creditor/console/orders',
    who: 'operator',
    summary: 'Lists orders of all accounts, newest first.',
    input: z.strictObject({
      ...page,
      ...period,
      state: OrderState.optional(),
      kind: OrderKind.optional(),
      /** Payment method. */
      provider: PayWay.optional(),
      /** Order number, account id, payment number at the provider, or part of an account's name. */
      search: OrderSearch,
    }),
    reply: listOf(ConsoleOrder),
  }),
  consoleOrder: call({
    method: 'GET',
    path: '/creditor/console/orders/{orderNo}',
    who: 'operator',
    summary: 'Returns one order with payment attempts, notifications, refunds and ledger entries.',
    input: z.strictObject({ orderNo: OrderNo }),
    isOneMoment: true,
    reply: ConsoleOrderDetail,
  }),
  consolePayments: call({
    method: 'GET',
    path: '/creditor/console/payments',
    who: 'operator',
    summary: 'Lists payment attempts, newest first.',
    input: z.strictObject({
      ...page,
      ...period,
      state: PaymentState.optional(),
      provider: PayWay.optional(),
      /** Filters as for orders. */
      search: OrderSearch,
    }),
    reply: listOf(ConsolePayment),
  }),
  paymentIssues: call({
    method: 'GET',
    path: '/creditor/console/payments/issues',
    who: 'operator',
    summary: 'Lists payment issues: unresolved first, then resolved.',
    input: z.strictObject({ ...page, view: z.enum(['open', 'done']).default('open') }),
    reply: listOf(PaymentIssue),
  }),
  reviewPaymentIssue: call({
    method: 'POST',
    path: '/creditor/console/payments/issues/{issueId}/review',
    who: 'operator',
    summary: 'Resolves a payment issue: decides on mismatched money or a failed refund.',
    input: z.strictObject({
      issueId: z.uuid(),
      /** One of the resolutions that the issue allows. */
      outcome: ReviewOutcome,
      note: z.string().trim().min(statementLength.min).max(statementLength.max),
    }),
    reply: nil,
    refusals: ['PROVE_AGAIN', 'STATE_FORBIDS'],
    audit: 'payment.reviewed',
  }),
  ledgerSummary: call({
    method: 'GET',
    path: '/creditor/console/ledger',
    who: 'operator',
    summary: 'Returns ledger totals by kind of account, the last check, and the number of open payment issues.',
    input: nothing,
    isOneMoment: true,
    reply: z.strictObject({
      at: time,
      /** A negative sum of `funds` is money that a provider holds for us. */
      sums: z.array(z.strictObject({ account: LedgerAccountKind, provider: z.string().nullable(), cents: Cents })),
      /** Zero if the ledger balances. */
      totalCents: Cents,
      check: LedgerCheck.nullable(),
      issues: z.strictObject({ open: z.int(), oldestAt: time.nullable() }),
    }),
  }),
};
