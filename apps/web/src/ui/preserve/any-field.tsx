import './any-input.css';
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useDroppedFiles } from '../forms/dropped-files.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('any-input', text);

interface Props {
  typed: string;
  onType: (text: string) => void;
  /** Sentence about the recognized content; null shows a hint on what can be pasted. */
  said: string | null;
  isReady: boolean;
  onText: () => void;
  onFiles: (files: readonly File[]) => void;
}

/** A field for text and files, whether typed, pasted, dropped or chosen. */
export function AnyField({ typed, onType, said, isReady, onText, onFiles }: Props) {
  const t = useWords();
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isOver, setOver] = useState(false);
  const take = useDroppedFiles(onFiles);
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const dropped = event.dataTransfer.getData('text/plain');
    const isTaken = take(event.dataTransfer);
    if (!isTaken && !dropped) return;
    event.preventDefault();
    if (!isTaken) onType(dropped);
  };
  return (
    <form
      className="any-input panel"
      data-over={isOver}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onText();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <textarea
        aria-label={t('label')}
        aria-describedby={hint}
        placeholder={t('placeholder')}
        rows={Math.min(8, typed.split('\n').length)}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onPaste={onPaste}
        onKeyDown={(event) => {
          // Enter may also select a candidate of an input method.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (isReady) onText();
        }}
      />
      <div className="any-input-foot">
        <button type="button" className="button" onClick={() => chooser.current?.click()}>
          {t('choose')}
        </button>
        <p id={hint} className="secondary" role="status">
          {said ?? t('hint')}
        </p>
        <button type="submit" className="button" data-kind="primary" disabled={!isReady}>
          {t('continue')}
        </button>
      </div>
      <input
        ref={chooser}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t('choose')}
        onChange={({ target }) => onFiles([...(target.files ?? [])])}
      />
    </form>
  );
}
