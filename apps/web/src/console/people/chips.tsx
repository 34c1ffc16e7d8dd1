import type { Person } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-person-chips', text);

export function PersonChips({ role, isBarred, isDisabled }: Pick<Person, 'role' | 'isBarred' | 'isDisabled'>) {
  const t = useWords();
  return (
    <span className="chips">
      <span className="chip">{t(role)}</span>
      {isBarred && (
        <span className="chip" data-tone="danger">
          {t('barred')}
        </span>
      )}
      {isDisabled && (
        <span className="chip" data-tone="warning">
          {t('disabled')}
        </span>
      )}
    </span>
  );
}
