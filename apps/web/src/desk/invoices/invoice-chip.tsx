import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { type InvoiceState, invoiceStateWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

const looks: Record<InvoiceState, { tone: string; icon: ReactNode }> = {
  applied: { tone: 'busy', icon: <ClockCircleOutlined aria-hidden /> },
  reapplied: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  issued: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  rejected: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  'red-flushed': { tone: 'warning', icon: <MinusCircleOutlined aria-hidden /> },
  withdrawn: { tone: 'plain', icon: <RollbackOutlined aria-hidden /> },
};

export function InvoiceChip({ state }: { state: InvoiceState }) {
  const language = useLanguage();
  const { tone, icon } = looks[state];
  return (
    <span className="chip" data-tone={tone}>
      {icon}
      {wordIn(invoiceStateWords[state], language)}
    </span>
  );
}
