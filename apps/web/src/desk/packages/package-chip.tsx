import { HourglassOutlined } from '@ant-design/icons';
import { packageStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';
import { closed, done, takenBack } from '../../ui/kit/looks.tsx';

export const PackageChip = stateChip(packageStateWords, {
  active: done,
  'used-up': closed,
  expired: { tone: 'quiet', icon: <HourglassOutlined aria-hidden /> },
  refunded: takenBack,
});
