import type { Person } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';

const useWords = words('console-person-chips', {
  main: ['主账号', 'Main'],
  sub: ['子账号', 'Sub-account'],
  barred: ['平台停用', 'Disabled by the platform'],
  disabled: ['主账号停用', 'Disabled by the holder'],
});

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
