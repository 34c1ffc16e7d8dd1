import './toasts.css';
import { words } from '../words/words.ts';
import { closeToast, useToasts } from './toast.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('toasts', text);

/** Specification §9. */
const topPx = 65;

/** Toasts above every page; announced by screen readers. */
export function Toasts() {
  const t = useWords();
  return (
    <div className="toasts" role="status" style={{ top: topPx }}>
      {useToasts().map(({ id, kind, text: message }) => (
        <div key={id} data-kind={kind}>
          <p>
            {kind === 'notice' && <strong>{t('notice')}</strong>}
            {message}
          </p>
          {kind === 'notice' && (
            <button type="button" className="button quiet" onClick={() => closeToast(id)}>
              {t('close')}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
