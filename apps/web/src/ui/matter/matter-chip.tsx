import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  MinusCircleOutlined,
  PayCircleOutlined,
  SafetyCertificateFilled,
  SyncOutlined,
} from '@ant-design/icons';
import { matterStateWords } from '@proofkeep/contract';
import { type Look, stateChip } from '../kit/chip.tsx';

const waiting: Look = { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> };
const withOffice: Look = { tone: 'busy', icon: <SyncOutlined aria-hidden /> };
const fee: Look = { tone: 'warning', icon: <PayCircleOutlined aria-hidden /> };
const toWrite: Look = { tone: 'warning', icon: <EditOutlined aria-hidden /> };
const ended: Look = { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> };

/** State of a matter as icon, word and colour. */
export const MatterChip = stateChip(matterStateWords, {
  draft: { tone: 'quiet', icon: <EditOutlined aria-hidden /> },
  submitted: withOffice,
  correction: toWrite,
  accepted: fee,
  paying: fee,
  identity: waiting,
  'identity-review': withOffice,
  scheduling: waiting,
  scheduled: { tone: 'quiet', icon: <ClockCircleOutlined aria-hidden /> },
  session: withOffice,
  'session-review': withOffice,
  signing: toWrite,
  sealing: { tone: 'busy', icon: <CheckCircleOutlined aria-hidden /> },
  issued: { tone: 'sealed', icon: <SafetyCertificateFilled aria-hidden /> },
  declined: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  rejected: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  terminated: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  abandoned: ended,
  expired: ended,
});
