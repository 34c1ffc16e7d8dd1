import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  HistoryOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  StopOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { certificationWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

/** The holder acts in the amber state, the platform in the blue one; red is an answer against them. */
export const CertificationChip = stateChip(certificationWords, {
  none: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  started: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  pending: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  approved: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  refused: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  revoked: { tone: 'danger', icon: <StopOutlined aria-hidden /> },
  withdrawn: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
  replaced: { tone: 'quiet', icon: <HistoryOutlined aria-hidden /> },
  ended: { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> },
});
