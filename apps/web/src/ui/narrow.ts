import { useSyncExternalStore } from 'react';

/** As the style sheets have it. */
const query = matchMedia('(max-width: 900px)');

/** Whether the window is that of a phone or half a screen. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
