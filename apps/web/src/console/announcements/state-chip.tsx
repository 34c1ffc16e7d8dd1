import type { AnnouncementDraft } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('announcement-state', text);

const tones = { draft: 'warning', published: 'busy', withdrawn: 'quiet' } as const;

export function StateChip({ state }: Pick<AnnouncementDraft, 'state'>) {
  const say = useWords();
  return (
    <span className="chip" data-tone={tones[state]}>
      {say(state)}
    </span>
  );
}
