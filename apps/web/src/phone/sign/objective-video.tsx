import { words } from '../../ui/words/words.ts';
import { TaskPage } from './task-page.tsx';
import { VideoTask } from './video-task.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-video', text);

/** `/h5sign/objective-video/{nid}` */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="objective-video" lead={t('statementLead')}>
      {(task) => <VideoTask step="objective-video" {...task} />}
    </TaskPage>
  );
}
