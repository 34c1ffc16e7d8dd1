import type { consoleBillingCalls } from '@proofkeep/contract';
import type { Handlers } from '../../../http/context.ts';
import type { OrderSubject } from '../subject.ts';
import { paymentIssues, reviewPaymentIssue } from './issues.ts';
import { consoleOrder } from './order.ts';
import { consoleOrders, consolePayments, ledgerStanding } from './orders.ts';

export const orderConsoleRoutes = (subject: OrderSubject): Handlers<typeof consoleBillingCalls> => ({
  consoleOrders,
  consoleOrder: (input, context) => consoleOrder(input, context, subject),
  consolePayments,
  paymentIssues,
  reviewPaymentIssue,
  ledgerStanding,
});
