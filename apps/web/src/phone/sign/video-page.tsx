import type { PartyPage, VideoStep } from '@proofkeep/contract';
import { lazy, Suspense } from 'react';
import { words } from '../../ui/words/words.ts';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-video', text);

/** Loads behind the frame. */
const VideoTask = lazy(async () => ({ default: (await import('./video-task.tsx')).VideoTask }));

/** Makes the page of a recording. */
export const videoPage = (page: PartyPage, step: VideoStep, lead: 'portrait' | 'statementLead') =>
  function VideoPage() {
    const t = useWords();
    return (
      <TaskPage page={page} lead={t(lead)}>
        {(task) => (
          <Suspense>
            <VideoTask step={step} {...task} />
          </Suspense>
        )}
      </TaskPage>
    );
  };
