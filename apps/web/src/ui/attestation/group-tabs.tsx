import { type GroupCounts, type StateGroup, stateGroupNames, stateGroupWords } from '@proofkeep/contract';
import { ViewTabs } from '../kit/view-tabs.tsx';
import { decimal } from '../words/formatters.ts';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('group-tabs', text);

interface Props {
  /** Undefined while loading. */
  counts: GroupCounts | undefined;
  /** Counts are capped here: this number means "this many or more"; absent: counts are exact. */
  countedTo?: number;
  /** Null: all groups. */
  active: StateGroup | null;
  onChange: (group: StateGroup | null) => void;
}

/** The groups of states as the views of a list, with their counts. */
export function GroupTabs({ counts, countedTo = Number.POSITIVE_INFINITY, active, onChange }: Props) {
  const t = useWords();
  const language = useLanguage();
  const countOf = (group: StateGroup): string =>
    counts ? `${decimal(counts[group], 0)}${counts[group] >= countedTo ? '+' : ''}` : '';
  return (
    <ViewTabs
      label={t('label')}
      views={[
        { key: 'all' as const, name: t('all'), count: '' },
        ...stateGroupNames.map((group) => ({
          key: group,
          name: wordIn(stateGroupWords[group], language),
          count: countOf(group),
        })),
      ]}
      active={active ?? 'all'}
      onChange={(key) => onChange(key === 'all' ? null : key)}
    />
  );
}
