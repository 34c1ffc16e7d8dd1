import './offline.css';
import { words } from '../words/words.ts';
import { useOnline } from './use-online.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('offline', text);

/** A bar on every page while the browser is offline; requests wait, and are made once it is back. */
export function Offline() {
  const t = useWords();
  const isShown = !useOnline();
  return (
    <div role="status" className={isShown ? 'offline' : undefined}>
      {isShown && t('offline')}
    </div>
  );
}
