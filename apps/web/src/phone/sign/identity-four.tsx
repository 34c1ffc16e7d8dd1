import { words } from '../../ui/words/words.ts';
import { TaskPage } from './task-page.tsx';
import { VideoTask } from './video-task.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-video', text);

/** `/h5sign/identity-four/{nid}` */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="identity-four" lead={t('portrait')}>
      {(task) => <VideoTask step="live-video" {...task} />}
    </TaskPage>
  );
}
