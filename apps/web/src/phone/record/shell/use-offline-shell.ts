import { recorderPath } from '@proofkeep/contract';
import { useEffect, useState } from 'react';
import { isCurrent } from './current.ts';

/** Fixed, so that the browser finds the next build under it (apps/web/build/recorder-worker.ts). */
const workerPath = '/record-worker.js';

export type ShellState = 'preparing' | 'ready' | 'none';

interface OfflineShell {
  /** `none`: the browser can't store the page. */
  state: ShellState;
  /** A worker has taken over, and the service has a newer page than this one. */
  isOutdated: boolean;
}

/** Stores the page in this browser, so that it opens without network. */
export function useOfflineShell(): OfflineShell {
  const [state, setState] = useState<ShellState>('preparing');
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    // Vite's development server has no such file.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) {
      setState('none');
      return;
    }
    navigator.serviceWorker.register(workerPath, { scope: recorderPath, updateViaCache: 'none' }).catch(() => {
      // Without network the worker of an earlier visit still answers.
      if (!navigator.serviceWorker.controller) setState('none');
    });
    void navigator.serviceWorker.ready.then(() => setState('ready'));
    // A worker also takes over pages of its own build.
    const onChange = () =>
      void isCurrent().then(
        (isOwn) => setOutdated(!isOwn),
        () => undefined,
      );
    navigator.serviceWorker.addEventListener('controllerchange', onChange);
    return () => navigator.serviceWorker.removeEventListener('controllerchange', onChange);
  }, []);
  return { state, isOutdated };
}
