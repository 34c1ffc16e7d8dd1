import {
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  SafetyCertificateFilled,
  SyncOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { liveStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';

/** Looks as the states of other attestations do. */
export const LiveChip = stateChip(liveStateWords, {
  queuing: { tone: 'quiet', icon: <ClockCircleOutlined aria-hidden /> },
  'in-progress': { tone: 'busy', icon: <VideoCameraOutlined aria-hidden /> },
  uploading: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  succeeded: { tone: 'sealed', icon: <SafetyCertificateFilled aria-hidden /> },
  failed: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  cancelled: { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> },
});
