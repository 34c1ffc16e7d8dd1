import type { PriceVersion } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';

const useWords = words('console-price-state', {
  past: ['已失效', 'No longer in force'],
  present: ['当前生效', 'In force'],
  coming: ['待生效', 'Not in force yet'],
});

export function StateMark({ state }: Pick<PriceVersion, 'state'>) {
  const say = useWords();
  const tone = { past: undefined, present: 'success', coming: 'warning' }[state];
  return (
    <span className="chip" data-tone={tone}>
      {say(state)}
    </span>
  );
}
