import { words } from '../../ui/words/words.ts';
import { CardPage } from './card-page.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-card', text);

/** `/h5sign/identity-one/{nid}`: the identity card, front. */
export const Component = () => (
  <TaskPage page="identity-one" lead={useWords()('front')}>
    {(task) => <CardPage side="front" {...task} />}
  </TaskPage>
);
