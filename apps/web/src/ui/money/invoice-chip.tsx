import { ClockCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { invoiceStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';
import { done, failed, takenBack, working } from '../kit/looks.tsx';

export const InvoiceChip = stateChip(invoiceStateWords, {
  applied: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  reapplied: working,
  issued: done,
  rejected: failed,
  'red-flushed': { tone: 'warning', icon: <MinusCircleOutlined aria-hidden /> },
  withdrawn: takenBack,
});
