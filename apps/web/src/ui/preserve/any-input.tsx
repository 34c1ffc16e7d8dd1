import './any-input.css';
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../address/paths.ts';
import { words } from '../words/words.ts';
import { giveToForm } from './handover.ts';
import { type Platform, type Understood, understandFiles, understandText } from './understand.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('any-input', text);

const isShop = (platform: Platform | null): boolean =>
  platform === 'taobao' || platform === 'jd' || platform === 'pinduoduo';

/** One field for everything that can be preserved: says what it understood, and opens the form for it. */
export function AnyInput() {
  const t = useWords();
  const navigate = useNavigate();
  const chooser = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [typed, type] = useState('');
  const [isOver, setOver] = useState(false);
  const understood = understandText(typed);
  const isUnderstood = understood.kind !== 'nothing' && understood.kind !== 'unknown';
  const open = (found: Understood) => {
    if (found.kind === 'nothing' || found.kind === 'unknown') return;
    type('');
    // A number of its own, so that the form opens again for the next thing.
    const kind = found.kind === 'page' && isShop(found.platform) ? 'ecommerce' : found.kind;
    const query = kind === 'page' ? '' : `?kind=${kind}`;
    void navigate(`${paths.preserve}${query}`, { state: { given: Date.now() } });
  };
  const openText = () => {
    giveToForm({ text: typed });
    open(understood);
  };
  const openFiles = (files: readonly File[]) => {
    giveToForm({ files });
    open(understandFiles(files));
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    openFiles(files);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    const dropped = event.dataTransfer.getData('text/plain');
    if (files.length === 0 && !dropped) return;
    event.preventDefault();
    if (files.length > 0) openFiles(files);
    else type(dropped);
  };
  return (
    <form
      className="any-input panel"
      data-over={isOver}
      onSubmit={(event) => {
        event.preventDefault();
        openText();
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
        onChange={({ target }) => type(target.value)}
        onPaste={onPaste}
        onKeyDown={(event) => {
          // Enter may also choose a word of an input method.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          openText();
        }}
      />
      <div className="any-input-foot">
        <button type="button" className="button" onClick={() => chooser.current?.click()}>
          {t('choose')}
        </button>
        <p id={hint} className="secondary" role="status">
          {said()}
        </p>
        <button type="submit" className="button" data-kind="primary" disabled={!isUnderstood}>
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
        onChange={({ target }) => openFiles([...(target.files ?? [])])}
      />
    </form>
  );

  function said(): string {
    switch (understood.kind) {
      case 'nothing':
        return t('hint');
      case 'page': {
        const { count, platform, isShare } = understood;
        if (platform) return t(isShare ? 'shared' : 'ofPlatform', { count, platform: t(platform) });
        return t('pages', { count });
      }
      case 'digests':
        return t('digests', { count: understood.digests.length });
      default:
        return t('unknown');
    }
  }
}
