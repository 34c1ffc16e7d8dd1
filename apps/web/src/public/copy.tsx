import { useEffect, useState } from 'react';
import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-copy', text);

const shownMs = 1500;

/** Copy button; shows an error if the browser denies access to the clipboard. */
export function Copy({ text, what }: { text: string; what: string }) {
  const t = useWords();
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (!result) return;
    const later = setTimeout(() => setResult(null), shownMs);
    return () => clearTimeout(later);
  }, [result]);
  const copy = async () => {
    // The clipboard API exists only in secure contexts.
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setResult(isDone ? 'copied' : 'failed');
  };
  return (
    <button
      type="button"
      className="button public-copy"
      aria-label={t('copyWhat', { what })}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{t(result ?? 'copy')}</span>
    </button>
  );
}
