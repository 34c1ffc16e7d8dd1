import { words } from '../words/words.ts';
import { mode, useMode } from './theme.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('theme-switch', text);

const sun =
  'M8 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM7.300 1h1.400v2H7.300Zm0 12h1.400v2H7.300ZM1 7.300h2v1.400H1Zm12 0h2v1.400h-2ZM2.600 3.600l1-1L5 4 4 5Zm8.400 8.400 1-1 1.400 1.400-1 1Zm0-8 1.400-1.400 1 1L12 5Zm-8.400 8.400L4 11l1 1-1.400 1.400Z';
const moon = 'M6.200 1.600a6.600 6.600 0 1 0 8.200 8.200A5.600 5.600 0 0 1 6.200 1.600Z';

export function ThemeSwitch() {
  const t = useWords();
  const isDark = useMode() === 'dark';
  const label = t(isDark ? 'toLight' : 'toDark');
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={label}
      title={label}
      onClick={() => mode.set(isDark ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
        <path fill="currentColor" d={isDark ? sun : moon} />
      </svg>
    </button>
  );
}
