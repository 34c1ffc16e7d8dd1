import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  HourglassOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { recoveryStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';

export const RecoveryChip = stateChip(recoveryStateWords, {
  asked: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  scheduled: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  done: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  refused: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  stopped: { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> },
  expired: { tone: 'quiet', icon: <HourglassOutlined aria-hidden /> },
});
