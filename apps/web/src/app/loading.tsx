import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('loading', text);

export function Loading() {
  const say = useWords();
  return (
    <p className="loading" role="status">
      {say('loading')}
    </p>
  );
}
