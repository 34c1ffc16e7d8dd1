import type { AnnouncementDraft } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';

const useWords = words('announcement-state', {
  draft: ['草稿', 'Draft'],
  published: ['已发布', 'Published'],
  withdrawn: ['已撤回', 'Withdrawn'],
});

const tones = { draft: 'warning', published: 'busy', withdrawn: 'quiet' } as const;

export function StateChip({ state }: Pick<AnnouncementDraft, 'state'>) {
  const say = useWords();
  return (
    <span className="chip" data-tone={tones[state]}>
      {say(state)}
    </span>
  );
}
