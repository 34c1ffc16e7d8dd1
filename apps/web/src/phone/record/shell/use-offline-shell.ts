import { recorderPath } from '@proofkeep/contract';
import { useEffect, useState } from 'react';

/** Fixed, so that the browser finds the next build under it (apps/web/build/recorder-worker.ts). */
const workerPath = '/record-worker.js';

export type ShellState = 'preparing' | 'ready' | 'none';

/** Keeps the page in this browser, so that it opens without network; `none`: the browser can't. */
export function useOfflineShell(): ShellState {
  const [state, setState] = useState<ShellState>('preparing');
  useEffect(() => {
    // Vite's development server has no such file.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return setState('none');
    navigator.serviceWorker.register(workerPath, { scope: recorderPath, updateViaCache: 'none' }).catch(() => {
      // Without network the worker of an earlier visit still answers.
      if (!navigator.serviceWorker.controller) setState('none');
    });
    void navigator.serviceWorker.ready.then(() => setState('ready'));
  }, []);
  return state;
}
