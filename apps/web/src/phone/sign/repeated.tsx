import type { MatterStepKind } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import type { TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-repeated', text);

/** Why the notary asked to repeat a step. */
export function Repeated({ matter, kinds }: Pick<TaskProps, 'matter'> & { kinds: readonly MatterStepKind[] }) {
  const t = useWords();
  const reasons = matter.steps.flatMap(({ kind, state, reason }) =>
    state === 'open' && reason !== null && kinds.includes(kind) ? [reason] : [],
  );
  return [...new Set(reasons)].map((reason) => (
    <p key={reason} className="phone-warning">
      {t('again', { reason })}
    </p>
  ));
}
