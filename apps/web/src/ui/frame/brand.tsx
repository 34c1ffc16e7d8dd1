import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('brand', text);

/** Logo (the name drawn as a seal) and name. */
export function Brand() {
  const t = useWords();
  return (
    <span className="brand">
      <img src="/seal.svg" alt="" width={24} height={24} />
      {t('name')}
    </span>
  );
}
