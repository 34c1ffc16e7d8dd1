import { type PackageState, packageStateWords } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

const tones: Partial<Record<PackageState, 'success'>> = { active: 'success' };

export function PackageChip({ state }: { state: PackageState }) {
  const language = useLanguage();
  return (
    <span className="chip" data-tone={tones[state]}>
      {wordIn(packageStateWords[state], language)}
    </span>
  );
}
