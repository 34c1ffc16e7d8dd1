import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  /** A notice stays until the user closes it. */
  kind: 'success' | 'warn' | 'error' | 'notice';
  text: string;
}

/** Specification §9: a notice closes after 1.5 s. */
const noticeMs = 1_500;
/** Longer, because a refusal has to be read. */
const refusalMs = 4_500;
const mostAtOnce = 3;

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let last = 0;

function set(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

/** A toast with the same text is replaced, which restarts its timer. */
function show(kind: Toast['kind'], text: string, forMs?: number): void {
  const id = ++last;
  set([...shown.filter((toast) => toast.text !== text), { id, kind, text }].slice(-mostAtOnce));
  if (forMs !== undefined) setTimeout(() => closeToast(id), forMs);
}

export const closeToast = (id: number): void => set(shown.filter((toast) => toast.id !== id));

export const toast = {
  success: (text: string): void => show('success', text, noticeMs),
  warn: (text: string): void => show('warn', text, refusalMs),
  error: (text: string): void => show('error', text, refusalMs),
  notify: (text: string): void => show('notice', text),
};

export const shownToasts = (): readonly Toast[] => shown;

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownToasts);
