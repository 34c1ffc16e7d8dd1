import './group-tabs.css';
import { type GroupCounts, type StateGroup, stateGroupNames, stateGroupWords } from '@proofkeep/contract';
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
  return (
    <div role="group" className="group-tabs" aria-label={t('label')}>
      <button type="button" aria-pressed={active === null} onClick={() => onChange(null)}>
        {t('all')}
      </button>
      {stateGroupNames.map((group) => (
        <button key={group} type="button" aria-pressed={active === group} onClick={() => onChange(group)}>
          {wordIn(stateGroupWords[group], language)}
          {counts && (
            <span className="numbers">{`${decimal(counts[group], 0)}${counts[group] >= countedTo ? '+' : ''}`}</span>
          )}
        </button>
      ))}
    </div>
  );
}
