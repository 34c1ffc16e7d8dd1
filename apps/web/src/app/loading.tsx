import { words } from '../ui/words/words.ts';

const useWords = words('loading', { loading: ['正在打开…', 'Opening…'] });

export function Loading() {
  const say = useWords();
  return (
    <p className="loading" role="status">
      {say('loading')}
    </p>
  );
}
