import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('brand', text);

/** Seal and name; the seal is a picture of the name. */
export function Brand() {
  const say = useWords();
  return (
    <span className="brand">
      <img src="/seal.svg" alt="" width={24} height={24} />
      {say('name')}
    </span>
  );
}
