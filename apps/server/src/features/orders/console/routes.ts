import type { consoleOrderCalls } from '@proofkeep/contract';
import type { Handlers } from '../../../http/context.ts';
import type { OrderSubject } from '../subject.ts';
import { paymentIssues, reviewPaymentIssue } from './issues.ts';
import { consoleOrder } from './order.ts';
import { consoleOrders, consolePayments, ledgerSummary } from './orders.ts';

export const orderConsoleRoutes = (subject: OrderSubject): Handlers<typeof consoleOrderCalls> => ({
  consoleOrders,
  consoleOrder: (input, context) => consoleOrder(input, context, subject),
  consolePayments,
  paymentIssues,
  reviewPaymentIssue,
  ledgerSummary,
});
