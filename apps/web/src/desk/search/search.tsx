import './search.css';
import { SearchOutlined } from '@ant-design/icons';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { searchShortcut, useSearchShortcut } from '../../ui/kit/search-shortcut.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('search-button', text);

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }));

/** Button in the top bar; the button or Ctrl K (⌘ K) opens the dialog. */
export function Search() {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  usePreload();
  useSearchShortcut(open);
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label={`${t('open')} ${searchShortcut}`}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <SearchOutlined aria-hidden />
        <span className="search-word">{t('open')}</span> <kbd>{searchShortcut}</kbd>
      </button>
      <Suspense>{isOpen && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

const preload = () => void loadDialog().catch(() => undefined);

/**
 * Loads the dialog once Ctrl or ⌘ is pressed, so that it gets the keys typed right after K. Pages on which nobody
 * searches don't load it.
 */
function usePreload(): void {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') preload();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
