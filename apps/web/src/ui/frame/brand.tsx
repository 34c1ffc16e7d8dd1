import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('brand', text);

/** Name; the style sheet draws the seal in front of it. */
export function Brand() {
  const t = useWords();
  return <span className="brand">{t('name')}</span>;
}
