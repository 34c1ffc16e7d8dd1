import type { Person } from '@proofkeep/contract';
import { Chip } from '../../ui/kit/chip.tsx';
import { attention, failed } from '../../ui/kit/looks.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-person-chips', text);

export function PersonChips({ role, isBarred, isDisabled }: Pick<Person, 'role' | 'isBarred' | 'isDisabled'>) {
  const t = useWords();
  return (
    <span className="chips">
      <span className="chip">{t(role)}</span>
      {isBarred && <Chip {...failed}>{t('barred')}</Chip>}
      {isDisabled && <Chip {...attention}>{t('disabled')}</Chip>}
    </span>
  );
}
