import type { NotaryMatter } from '@proofkeep/contract';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-evidence', text);

/** The attestations of the matter. */
export function Evidence({ matter: { evidence } }: { matter: NotaryMatter }) {
  const t = useWords();
  if (evidence.length === 0) return null;
  return (
    <section className="panel console-notarization-panel">
      <h2>{t('title', { count: evidence.length })}</h2>
      <ol className="console-notarization-list">
        {evidence.map(({ ano, name, state }) => (
          <li key={ano}>
            <span className="console-line">
              <strong>{name}</strong>
              <StateChip state={state} isComplete={null} warning={null} />
            </span>
            <span className="secondary">
              <Copyable text={ano} what={t('ano')} kept={20} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
