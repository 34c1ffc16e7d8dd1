import { words } from '../../ui/words/words.ts';
import { CardPage } from './card-page.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-card', text);

/** `/h5sign/identity-two/{nid}`: the identity card, back. */
export const Component = () => (
  <TaskPage page="identity-two" lead={useWords()('back')}>
    {(task) => <CardPage side="back" {...task} />}
  </TaskPage>
);
