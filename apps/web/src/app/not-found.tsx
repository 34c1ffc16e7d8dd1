import { useLocation } from 'react-router';
import { words } from '../ui/words/words.ts';
import { StatePage } from './state-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('not-found', text);

export function Component() {
  const t = useWords();
  const { pathname } = useLocation();
  return (
    <StatePage title={t('title')}>
      <p>{t('body')}</p>
      <p className="mono secondary">{pathname}</p>
    </StatePage>
  );
}
