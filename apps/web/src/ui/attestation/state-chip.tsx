import { type AttestationSummary, attestationStateWords, isCapturedKind } from '@proofkeep/contract';
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
  const { tone, icon } = stateLook(state);
  return (
    <span className="chips">
      <span className="chip" data-tone={tone}>
        {icon}
        {!isCapturedKind(kind) && state === 'capturing' ? t('reading') : wordIn(attestationStateWords[state], language)}
      </span>
      {warning && (
        <span className="chip" data-tone="warning">
          {t('check')}
        </span>
      )}
      {isComplete === false && (
        <span className="chip" data-tone="warning">
          {t('partial')}
        </span>
      )}
    </span>
  );
}
