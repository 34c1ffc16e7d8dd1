import type { JobHandlers } from '../../jobs/jobs.ts';
import { askPayment, closePayment, type PaymentWatcherDeps, watchPayments } from './payments/watch.ts';
import { refundPayment } from './refunds/refunds.ts';

/** Jobs about payments and refunds. Each is safe to run twice. */
export const orderJobs = (
  deps: PaymentWatcherDeps,
): Pick<JobHandlers, 'ask-payment' | 'close-payment' | 'refund-payment' | 'watch-payments'> => ({
  'ask-payment': async ({ id }) => void (await askPayment(deps, id, new Date())),
  'close-payment': ({ id }) => closePayment(deps, id, new Date()),
  'refund-payment': ({ id }) => refundPayment(deps, id, new Date()),
  'watch-payments': () => watchPayments(deps, new Date()),
});
