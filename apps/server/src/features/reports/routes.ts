import type { reportCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { answerReport, consoleReport, consoleReports, dismissReport } from './console.ts';
import { closeReport, ownReport, ownReports, replyToReport, reportProblem } from './reporter.ts';

export const reportRoutes: Handlers<typeof reportCalls> = {
  reportProblem,
  ownReports,
  ownReport,
  replyToReport,
  closeReport,
  consoleReports,
  consoleReport,
  answerReport,
  dismissReport,
};
