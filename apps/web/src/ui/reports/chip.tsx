import { problemReportStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';
import { closed, done, waiting } from '../kit/looks.tsx';

export const ReportChip = stateChip(problemReportStateWords, {
  open: waiting,
  answered: done,
  closed,
});
