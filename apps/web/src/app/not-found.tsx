import { useLocation } from 'react-router';
import { words } from '../ui/words/words.ts';
import { StatePage } from './state-page.tsx';

const useWords = words('not-found', {
  title: ['没有找到这个页面', 'There is no such page'],
  body: [
    '网址可能有误，或页面已经移动。您的数据没有受到影响。',
    'The address may be wrong, or the page has moved. Nothing of yours was touched.',
  ],
});

export function Component() {
  const say = useWords();
  const { pathname } = useLocation();
  return (
    <StatePage title={say('title')}>
      <p>{say('body')}</p>
      <p className="mono secondary">{pathname}</p>
    </StatePage>
  );
}
