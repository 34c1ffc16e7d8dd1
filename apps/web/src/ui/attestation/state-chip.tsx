import { type AttestationSummary, attestationStateWords, isCapturedKind } from '@proofkeep/contract';
import { Chip } from '../kit/chip.tsx';
import { attention } from '../kit/looks.tsx';
import { useLanguage, wordIn, words } from '../words/words.ts';
import { stateLook } from './state-looks.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('state-chip', text);

/** State as icon, word and colour; marks a capture with a warning, or an incomplete one. */
export function StateChip({
  kind = 'page',
  state,
  isComplete,
  warning,
}: Pick<AttestationSummary, 'state' | 'isComplete' | 'warning'> & Partial<Pick<AttestationSummary, 'kind'>>) {
  const t = useWords();
  const language = useLanguage();
  return (
    <span className="chips">
      <Chip {...stateLook(state)}>
        {!isCapturedKind(kind) && state === 'capturing' ? t('reading') : wordIn(attestationStateWords[state], language)}
      </Chip>
      {warning && <Chip {...attention}>{t('check')}</Chip>}
      {isComplete === false && <Chip {...attention}>{t('partial')}</Chip>}
    </span>
  );
}
