import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  MinusCircleOutlined,
  RollbackOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import { type OrderState, orderStateWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn } from '../words/words.ts';

const looks: Record<OrderState, { tone: string; icon: ReactNode }> = {
  pending: { tone: 'warning', icon: <ClockCircleOutlined aria-hidden /> },
  paid: { tone: 'success', icon: <CheckCircleOutlined aria-hidden /> },
  closed: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
  refunding: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  'partly-refunded': { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
  refunded: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
};

export function OrderChip({ state }: { state: OrderState }) {
  const language = useLanguage();
  const { tone, icon } = looks[state];
  return (
    <span className="chip" data-tone={tone}>
      {icon}
      {wordIn(orderStateWords[state], language)}
    </span>
  );
}
