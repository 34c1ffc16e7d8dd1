import { calls, type ProofPage } from '@proofkeep/contract';
import { linkTo } from '../../api/ask.ts';
import { Comparison } from '../../ui/comparison/comparison.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-comparison', text);

/** Differences between the two records of a page, for visitors who may see its picture. */
export function ComparisonPanel({ proof, grant }: { proof: ProofPage; grant: string | null }) {
  const t = useWords();
  const { ano, comparison } = proof;
  if (!comparison) return null;
  const srcOf = (record: 'first' | 'second', index: number) =>
    linkTo(calls.proof.collect, {
      id: ano,
      part: 'picture',
      tile: `${index + 1}`,
      record,
      ...(grant ? { grant } : {}),
    });
  return (
    <section className="panel proof-picture" aria-label={t('heading')}>
      <h2>{t('heading')}</h2>
      <Comparison comparison={comparison} srcOf={srcOf} />
    </section>
  );
}
