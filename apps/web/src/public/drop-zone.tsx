import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('drop-zone', text);

interface Props {
  label: string;
  accept?: string;
  /** Takes several files at once; otherwise only the first one, and says so. */
  isMultiple?: boolean;
  /** Smaller layout, once a file was chosen. */
  isCompact?: boolean;
  onFiles: (files: File[]) => void;
}

/** Lets the user choose or drop files, anywhere in the window. They go to `onFiles` and nowhere else. */
export function DropZone({ label, accept, isMultiple = false, isCompact, onFiles }: Props) {
  const t = useWords();
  const [left, setLeft] = useState(0);
  const take = (files: File[]) => {
    const taken = isMultiple ? files : files.slice(0, 1);
    setLeft(files.length - taken.length);
    if (taken.length > 0) onFiles(taken);
  };
  const isOver = useDrops(take);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])]);
    // Lets the user choose the same file again after fixing it.
    target.value = '';
  };
  return (
    <label className="public-drop-zone" data-over={isOver} data-compact={isCompact}>
      <svg viewBox="0 0 24 24" width={32} height={32} aria-hidden="true">
        <path fill="none" stroke="currentColor" strokeWidth="1.5" d="M12 15V4m0 0L8 8m4-4 4 4M4 15v5h16v-5" />
      </svg>
      <strong>{label}</strong>
      <span className="secondary public-drop-zone-mouse">{t(isMultiple ? 'orSeveral' : 'or')}</span>
      <span className="secondary public-drop-zone-touch">{t('tap')}</span>
      {left > 0 && <span role="status">{t('left', { count: left })}</span>}
      <input
        className="visually-hidden"
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        onChange={choose}
      />
    </label>
  );
}

/** Handles drops, which would otherwise navigate to the file. @returns whether a file is over the window */
function useDrops(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const ending = new AbortController();
    const on = (event: 'dragover' | 'dragleave' | 'drop', act: (drag: DragEvent) => void) =>
      addEventListener(event, act, { signal: ending.signal });
    on('dragover', (drag) => {
      drag.preventDefault();
      setOver(true);
    });
    on('dragleave', ({ relatedTarget }) => setOver(relatedTarget !== null));
    on('drop', (drag) => {
      drag.preventDefault();
      setOver(false);
      take.current([...(drag.dataTransfer?.files ?? [])]);
    });
    return () => ending.abort();
  }, []);
  return isOver;
}
