import { words } from '../../ui/words/words.ts';
import { CardPage } from './card-page.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-card', text);

/** `/h5sign/identity-one/{nid}`: the identity card, front. */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="identity-one" lead={t('front')}>
      {(task) => <CardPage side="front" {...task} />}
    </TaskPage>
  );
}
