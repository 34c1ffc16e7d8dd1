import type { Person } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-person-chips', text);

export function PersonChips({ role, isBarred, isDisabled }: Pick<Person, 'role' | 'isBarred' | 'isDisabled'>) {
  const say = useWords();
  return (
    <span className="chips">
      <span className="chip">{say(role)}</span>
      {isBarred && (
        <span className="chip" data-tone="danger">
          {say('barred')}
        </span>
      )}
      {isDisabled && (
        <span className="chip" data-tone="warning">
          {say('disabled')}
        </span>
      )}
    </span>
  );
}
