import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  EditOutlined,
  MinusCircleOutlined,
  SafetyCertificateFilled,
  SyncOutlined,
} from '@ant-design/icons';
import { courtApplicationStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

/** State of an application to a court as icon, word and colour. */
export const CourtChip = stateChip(courtApplicationStateWords, {
  draft: { tone: 'quiet', icon: <EditOutlined aria-hidden /> },
  prepared: { tone: 'sealed', icon: <SafetyCertificateFilled aria-hidden /> },
  submitted: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  accepted: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  returned: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  filed: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'struck', icon: <MinusCircleOutlined aria-hidden /> },
});
