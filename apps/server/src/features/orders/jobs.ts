import type { JobHandlers } from '../../jobs/jobs.ts';
import { checkLedger, type LedgerProblem, recordLedgerCheck } from '../money/service.ts';
import { askPayment, closePayment, type PaymentWatcherDeps, watchPayments } from './payments/watch.ts';
import { refundPayment } from './refunds/refunds.ts';

/** What the service does by itself with money. Each may be done twice. */
export const orderJobs = (
  watching: PaymentWatcherDeps,
  onProblem: (problem: LedgerProblem) => void,
): Pick<JobHandlers, 'ask-payment' | 'close-payment' | 'refund-payment' | 'watch-payments' | 'check-ledger'> => ({
  'ask-payment': async ({ id }) => void (await askPayment(watching, id, new Date())),
  'close-payment': ({ id }) => closePayment(watching, id, new Date()),
  'refund-payment': ({ id }) => refundPayment(watching, id, new Date()),
  'watch-payments': () => watchPayments(watching, new Date()),
  'check-ledger': async () => {
    const problems = await checkLedger(watching.database.pool);
    await recordLedgerCheck(watching.database.pool, problems, new Date());
    problems.forEach(onProblem);
  },
});
