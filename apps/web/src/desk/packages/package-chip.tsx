import { CheckCircleOutlined, HourglassOutlined, MinusCircleOutlined, RollbackOutlined } from '@ant-design/icons';
import { packageStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';

export const PackageChip = stateChip(packageStateWords, {
  active: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  'used-up': { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  expired: { tone: 'quiet', icon: <HourglassOutlined aria-hidden /> },
  refunded: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
});
