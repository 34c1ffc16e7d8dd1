import { words } from '../words/words.ts';

const useWords = words('brand', { name: ['存真', 'Proofkeep'] });

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
