import { HourglassOutlined } from '@ant-design/icons';
import { recoveryStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';
import { cancelled, done, failed, waiting, working } from '../../ui/kit/looks.tsx';

export const RecoveryChip = stateChip(recoveryStateWords, {
  asked: waiting,
  scheduled: working,
  done,
  refused: failed,
  stopped: cancelled,
  expired: { tone: 'quiet', icon: <HourglassOutlined aria-hidden /> },
});
