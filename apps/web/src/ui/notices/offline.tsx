import './offline.css';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('offline', text);

// The manager is notified of changes only, but a page may open without network.
if (!navigator.onLine) onlineManager.setOnline(false);

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** A bar on every page while the browser is offline; requests wait, and are made once it is back. */
export function Offline() {
  const t = useWords();
  const isShown = !useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status" className={isShown ? 'offline' : undefined}>
      {isShown && t('offline')}
    </div>
  );
}
