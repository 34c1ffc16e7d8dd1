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
  // Preloads the dialog, so that it gets the keys typed right after Ctrl K.
  useEffect(() => void loadDialog().catch(() => undefined), []);
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
      >
        <SearchOutlined aria-hidden />
        <span className="search-word">{t('open')}</span> <kbd>{searchShortcut}</kbd>
      </button>
      <Suspense>{isOpen && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
