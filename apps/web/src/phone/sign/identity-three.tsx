import { lazy, Suspense } from 'react';
import { words } from '../../ui/words/words.ts';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-check', text);

/** Loads behind the frame: its fields and checks are the largest part of the page. */
const CheckedData = lazy(async () => ({ default: (await import('./checked-data.tsx')).CheckedData }));

/** `/h5sign/identity-three/{nid}`: the data of the card, checked and corrected. */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="identity-three" lead={t('lead')}>
      {(task) => (
        <Suspense>
          <CheckedData {...task} />
        </Suspense>
      )}
    </TaskPage>
  );
}
