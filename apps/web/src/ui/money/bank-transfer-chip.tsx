import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { type BankTransferState, bankTransferStateWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn } from '../words/words.ts';

const looks: Record<BankTransferState, { tone: string; icon: ReactNode }> = {
  reported: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  credited: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  rejected: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
};

export function BankTransferChip({ state }: { state: BankTransferState }) {
  const language = useLanguage();
  const { tone, icon } = looks[state];
  return (
    <span className="chip" data-tone={tone}>
      {icon}
      {wordIn(bankTransferStateWords[state], language)}
    </span>
  );
}
