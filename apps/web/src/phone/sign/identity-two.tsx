import { words } from '../../ui/words/words.ts';
import { CardPage } from './card-page.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-card', text);

/** `/h5sign/identity-two/{nid}`: the identity card, back. */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="identity-two" lead={t('back')}>
      {(task) => <CardPage side="back" {...task} />}
    </TaskPage>
  );
}
