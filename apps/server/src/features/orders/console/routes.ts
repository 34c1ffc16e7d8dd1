import type { consoleBillingCalls } from '@proofkeep/contract';
import type { Handlers } from '../../../http/context.ts';
import { paymentIssues, reviewPaymentIssue } from './issues.ts';
import { consoleOrder } from './order.ts';
import { consoleOrders, consolePayments, ledgerStanding } from './orders.ts';

export const orderConsoleRoutes: Handlers<typeof consoleBillingCalls> = {
  consoleOrders,
  consoleOrder,
  consolePayments,
  paymentIssues,
  reviewPaymentIssue,
  ledgerStanding,
};
