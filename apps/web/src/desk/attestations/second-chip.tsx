import type { AttestationSummary } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { isCompared } from './second-line.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('second-chip', text);

/** State of the record from another place, for a row of a list. */
export function SecondChip({ row }: { row: Pick<AttestationSummary, 'second' | 'state'> }) {
  const t = useWords();
  const state = row.second?.state;
  if (!state || state === 'ended' || row.state === 'unpaid' || row.state === 'cancelled') return null;
  return (
    <span className="chip" data-tone={state === 'failed' ? 'warning' : undefined}>
      {t(isCompared(row) ? 'compared' : state)}
    </span>
  );
}
