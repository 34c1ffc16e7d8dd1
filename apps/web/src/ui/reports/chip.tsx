import { problemReportStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

export const ReportChip = stateChip(problemReportStateWords, {
  open: { tone: 'warning' },
  answered: { tone: 'success' },
  closed: {},
});
