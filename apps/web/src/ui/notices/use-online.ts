import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

// The manager is notified of changes only, but a page may open without network.
if (!navigator.onLine) onlineManager.setOnline(false);

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Whether the browser has a network connection. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);
