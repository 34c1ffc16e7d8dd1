import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { orderStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

export const OrderChip = stateChip(orderStateWords, {
  pending: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  paid: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  closed: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  refunding: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  'partly-refunded': { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
  refunded: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
});
