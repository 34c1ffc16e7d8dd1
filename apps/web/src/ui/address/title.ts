import { useEffect } from 'react';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('title', text);

export function useTitle(page: string): void {
  const t = useWords();
  useEffect(() => {
    document.title = t('of', { page });
  }, [page, t]);
}
