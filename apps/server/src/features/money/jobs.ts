import type { Database } from '../../database/database.ts';
import type { JobHandlers } from '../../jobs/jobs.ts';
import { checkLedger, type LedgerProblem, recordLedgerCheck } from './ledger/check-store.ts';

/** The nightly check of the ledger. Safe to run twice. @param onProblem called for each contradiction */
export const moneyJobs = (
  { pool }: Pick<Database, 'pool'>,
  onProblem: (problem: LedgerProblem) => void,
): Pick<JobHandlers, 'check-ledger'> => ({
  'check-ledger': async () => {
    const problems = await checkLedger(pool);
    await recordLedgerCheck(pool, problems, new Date());
    problems.forEach(onProblem);
  },
});
