import { EditOutlined, NotificationOutlined, RollbackOutlined } from '@ant-design/icons';
import { announcementStateWords } from '@proofkeep/contract';
import { stateChip } from '../../ui/kit/chip.tsx';

export const AnnouncementChip = stateChip(announcementStateWords, {
  draft: { tone: 'warning', icon: <EditOutlined aria-hidden /> },
  published: { tone: 'success', icon: <NotificationOutlined aria-hidden /> },
  withdrawn: { tone: 'quiet', icon: <RollbackOutlined aria-hidden /> },
});
