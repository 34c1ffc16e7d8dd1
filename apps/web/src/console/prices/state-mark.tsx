import type { PriceVersion } from '@proofkeep/contract';
import { Chip } from '../../ui/kit/chip.tsx';
import { closed, done, waiting } from '../../ui/kit/looks.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-state', text);

export function StateMark({ state }: Pick<PriceVersion, 'state'>) {
  const t = useWords();
  return <Chip {...{ past: closed, present: done, coming: waiting }[state]}>{t(state)}</Chip>;
}
