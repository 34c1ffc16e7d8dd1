import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('loading', text);

export function Loading() {
  const t = useWords();
  return (
    <p className="loading" role="status">
      {t('loading')}
    </p>
  );
}
