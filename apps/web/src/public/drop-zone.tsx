import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('drop-zone', text);

interface Props {
  label: string;
  accept?: string;
  /** Smaller layout, once a file was chosen. */
  isCompact?: boolean;
  onFile: (file: File) => void;
}

/** Lets the user choose or drop a file, anywhere in the window. The file goes to `onFile` and nowhere else. */
export function DropZone({ label, accept, isCompact, onFile }: Props) {
  const t = useWords();
  const isOver = useDrops(onFile);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // Lets the user choose the same file again after fixing it.
    target.value = '';
  };
  return (
    <label className="public-drop-zone" data-over={isOver} data-compact={isCompact}>
      <svg viewBox="0 0 24 24" width={32} height={32} aria-hidden="true">
        <path fill="none" stroke="currentColor" strokeWidth="1.5" d="M12 15V4m0 0L8 8m4-4 4 4M4 15v5h16v-5" />
      </svg>
      <strong>{label}</strong>
      <span className="secondary public-drop-zone-mouse">{t('or')}</span>
      <span className="secondary public-drop-zone-touch">{t('tap')}</span>
      <input className="visually-hidden" type="file" accept={accept} aria-label={label} onChange={choose} />
    </label>
  );
}

/** Handles drops, which would otherwise navigate to the file. @returns whether a file is over the window */
function useDrops(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFile);
  take.current = onFile;
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
      const [file] = drag.dataTransfer?.files ?? [];
      if (file) take.current(file);
    });
    return () => ending.abort();
  }, []);
  return isOver;
}
