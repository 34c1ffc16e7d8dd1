import { type AttestationSummary, secondRecordFailureWords, secondRecordStateWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('second-line', text);

/** State or outcome of the record from another place, with a link to the differences once both are sealed. */
export function SecondLine({ row }: { row: Pick<AttestationSummary, 'ano' | 'second' | 'state'> }) {
  const t = useWords();
  const language = useLanguage();
  if (!row.second) return null;
  const { state, why, place } = row.second;
  const rest = why
    ? `${t('because')}${wordIn(secondRecordFailureWords[why], language)}${t('notCharged')}`
    : place && t('at', { place: place.name });
  return (
    <p className="secondary">
      {wordIn(secondRecordStateWords[state], language)}
      {rest} {isCompared(row) && <Link to={`${paths.attestation(row.ano)}?tab=second`}>{t('differences')}</Link>}
    </p>
  );
}

/** Both records are compared when they are sealed. */
export const isCompared = ({ second, state }: Pick<AttestationSummary, 'second' | 'state'>): boolean =>
  second?.state === 'delivered' && (state === 'preview' || state === 'sealing' || state === 'succeeded');
