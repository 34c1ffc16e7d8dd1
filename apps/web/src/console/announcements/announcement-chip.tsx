import { announcementStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';

export const AnnouncementChip = stateChip(announcementStateWords, {
  draft: { tone: 'warning' },
  published: { tone: 'busy' },
  withdrawn: { tone: 'quiet' },
});
