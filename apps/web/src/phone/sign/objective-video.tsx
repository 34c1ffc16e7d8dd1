import { lazy, Suspense } from 'react';
import { words } from '../../ui/words/words.ts';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-video', text);

/** Loads behind the frame. */
const VideoTask = lazy(async () => ({ default: (await import('./video-task.tsx')).VideoTask }));

/** `/h5sign/objective-video/{nid}` */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="objective-video" lead={t('statementLead')}>
      {(task) => (
        <Suspense>
          <VideoTask step="objective-video" {...task} />
        </Suspense>
      )}
    </TaskPage>
  );
}
