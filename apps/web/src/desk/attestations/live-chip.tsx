import { ClockCircleOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { liveStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';
import { cancelled, failed, sealed, working } from '../../ui/kit/looks.tsx';

/** Looks as the states of other attestations do. */
export const LiveChip = stateChip(liveStateWords, {
  queuing: { tone: 'quiet', icon: <ClockCircleOutlined aria-hidden /> },
  'in-progress': { tone: 'busy', icon: <VideoCameraOutlined aria-hidden /> },
  uploading: working,
  succeeded: sealed,
  failed,
  cancelled: cancelled,
});
