import { type AttestationState, attestationStateTable, attestationStateWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { stateLook } from '../../ui/attestation/state-looks.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-counts', text);

/** Each count links to the list filtered by its state. */
export function Counts({ counts }: { counts: Record<AttestationState, number> }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <ul className="home-counts" aria-label={t('label')}>
      {attestationStateTable.states.map((state) => (
        <li key={state}>
          <Link to={`${paths.attestations}?state=${state}`} className="panel" data-none={counts[state] === 0}>
            <span className="secondary">
              <span className="tone home-counts-icon" data-tone={stateLook(state).tone}>
                {stateLook(state).icon}
              </span>
              {wordIn(attestationStateWords[state], language)}
            </span>
            <strong className="numbers">{counts[state].toLocaleString('en-US')}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}
