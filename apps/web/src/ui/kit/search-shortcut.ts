import { useEffect } from 'react';

/** The shortcut as a keyboard names it. */
export const searchShortcut = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/**
 * Runs on Ctrl K, or ⌘ K, unless the focused element takes the key, as a remote browser does. @param open the same
 * function on every render
 */
export function useSearchShortcut(open: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isWanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isWanted || event.defaultPrevented || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [open]);
}
