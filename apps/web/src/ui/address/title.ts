import { useEffect } from 'react';
import { words } from '../words/words.ts';

const useWords = words('title', { of: ['{page} · 存真', '{page} · Proofkeep'] });

/** What the tab of the browser says. */
export function useTitle(page: string): void {
  const say = useWords();
  useEffect(() => {
    document.title = say('of', { page });
  }, [page, say]);
}
