import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { bankTransferStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';

export const BankTransferChip = stateChip(bankTransferStateWords, {
  reported: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  credited: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  rejected: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
});
