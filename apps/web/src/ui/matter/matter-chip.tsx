import { CheckCircleOutlined, ClockCircleOutlined, PayCircleOutlined } from '@ant-design/icons';
import { matterStateWords } from '@proofkeep/contract';
import { type Look, stateChip } from '../kit/chip.tsx';
import { cancelled, draft, failed, sealed, toWrite, waiting, working } from '../kit/looks.tsx';

const fee: Look = { tone: 'warning', icon: <PayCircleOutlined aria-hidden /> };

/** State of a matter as icon, word and colour. */
export const MatterChip = stateChip(matterStateWords, {
  draft,
  submitted: working,
  correction: toWrite,
  accepted: fee,
  paying: fee,
  identity: waiting,
  'identity-review': working,
  scheduling: waiting,
  scheduled: { tone: 'quiet', icon: <ClockCircleOutlined aria-hidden /> },
  session: working,
  'session-review': working,
  signing: toWrite,
  sealing: { tone: 'busy', icon: <CheckCircleOutlined aria-hidden /> },
  issued: sealed,
  declined: failed,
  rejected: failed,
  terminated: failed,
  abandoned: cancelled,
  expired: cancelled,
});
