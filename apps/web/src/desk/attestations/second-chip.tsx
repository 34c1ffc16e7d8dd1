import type { AttestationSummary } from '@proofkeep/contract';
import { Chip } from '../../ui/kit/chip.tsx';
import { attention, done, working } from '../../ui/kit/looks.tsx';
import { words } from '../../ui/words/words.ts';
import { isCompared } from './second-line.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('second-chip', text);

const looks = { waiting: working, capturing: working, delivered: done, failed: attention };

/** State of the record from another place, for a row of a list. */
export function SecondChip({ row }: { row: Pick<AttestationSummary, 'second' | 'state'> }) {
  const t = useWords();
  const state = row.second?.state;
  if (!state || state === 'ended' || row.state === 'unpaid' || row.state === 'cancelled') return null;
  return <Chip {...looks[state]}>{t(isCompared(row) ? 'compared' : state)}</Chip>;
}
