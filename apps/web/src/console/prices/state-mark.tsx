import type { PriceVersion } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-state', text);

export function StateMark({ state }: Pick<PriceVersion, 'state'>) {
  const t = useWords();
  const tone = { past: undefined, present: 'success', coming: 'warning' }[state];
  return (
    <span className="chip" data-tone={tone}>
      {t(state)}
    </span>
  );
}
