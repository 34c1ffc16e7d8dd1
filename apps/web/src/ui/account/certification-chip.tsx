import { HistoryOutlined, StopOutlined } from '@ant-design/icons';
import { certificationWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';
import { cancelled, closed, done, failed, takenBack, waiting, working } from '../kit/looks.tsx';

/** The holder acts in the amber state, the platform in the blue one; red is an answer against them. */
export const CertificationChip = stateChip(certificationWords, {
  none: closed,
  started: waiting,
  pending: working,
  approved: done,
  refused: failed,
  revoked: { tone: 'danger', icon: <StopOutlined aria-hidden /> },
  withdrawn: takenBack,
  replaced: { tone: 'quiet', icon: <HistoryOutlined aria-hidden /> },
  ended: cancelled,
});
