import { NotificationOutlined } from '@ant-design/icons';
import { announcementStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';
import { takenBack, toWrite } from '../../ui/kit/looks.tsx';

export const AnnouncementChip = stateChip(announcementStateWords, {
  draft: toWrite,
  published: { tone: 'success', icon: <NotificationOutlined aria-hidden /> },
  withdrawn: takenBack,
});
