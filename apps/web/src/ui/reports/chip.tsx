import { CheckCircleOutlined, ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { problemReportStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

export const ReportChip = stateChip(problemReportStateWords, {
  open: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  answered: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  closed: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
});
