import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { invoiceStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

export const InvoiceChip = stateChip(invoiceStateWords, {
  applied: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  reapplied: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  issued: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  rejected: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  'red-flushed': { tone: 'warning', icon: <MinusCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
});
