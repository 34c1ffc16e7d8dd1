import { type AnnouncementState, announcementStateWords } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

const tones: Record<AnnouncementState, string> = { draft: 'warning', published: 'busy', withdrawn: 'quiet' };

export function StateChip({ state }: { state: AnnouncementState }) {
  const language = useLanguage();
  return (
    <span className="chip" data-tone={tones[state]}>
      {wordIn(announcementStateWords[state], language)}
    </span>
  );
}
