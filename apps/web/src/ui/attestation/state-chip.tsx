import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  EyeOutlined,
  MinusCircleOutlined,
  PayCircleOutlined,
  SafetyCertificateFilled,
  SyncOutlined,
} from '@ant-design/icons';
import { type AttestationState, type AttestationSummary, attestationStateWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('state-chip', text);

const looks: Record<AttestationState, { tone: string; icon: ReactNode }> = {
  unpaid: { tone: 'warning', icon: <PayCircleOutlined aria-hidden /> },
  queuing: { tone: 'quiet', icon: <ClockCircleOutlined aria-hidden /> },
  capturing: { tone: 'busy', icon: <SyncOutlined aria-hidden /> },
  preview: { tone: 'warning', icon: <EyeOutlined aria-hidden /> },
  sealing: { tone: 'busy', icon: <CheckCircleOutlined aria-hidden /> },
  succeeded: { tone: 'seal', icon: <SafetyCertificateFilled aria-hidden /> },
  failed: { tone: 'danger', icon: <CloseCircleOutlined aria-hidden /> },
  cancelled: { tone: 'quiet', icon: <MinusCircleOutlined aria-hidden /> },
};

/** State as icon, word and colour; a sealed but incomplete attestation is marked. */
export function StateChip({ state, isComplete }: Pick<AttestationSummary, 'state' | 'isComplete'>) {
  const t = useWords();
  const language = useLanguage();
  const { tone, icon } = looks[state];
  return (
    <span className="chips">
      <span className="chip" data-tone={tone}>
        {icon}
        {wordIn(attestationStateWords[state], language)}
      </span>
      {isComplete === false && (
        <span className="chip" data-tone="warning">
          {t('partial')}
        </span>
      )}
    </span>
  );
}
