import { type AttestationDetail, secondRecordFailureWords, secondRecordStateWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('second-tab', text);

interface Props {
  second: NonNullable<AttestationDetail['second']>;
  /** Differences are known once both records are sealed. */
  isSealed: boolean;
}

/** Outcome of the second record, shown beside the first record's screenshot, with a link to the differences. */
export function SecondLine({ second, isSealed }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { state, why, place } = second;
  const rest = why
    ? `${t('because')}${wordIn(secondRecordFailureWords[why], language)}${t('notCharged')}`
    : place && t('at', { place: place.name });
  return (
    <p className="secondary">
      {wordIn(secondRecordStateWords[state], language)}
      {rest} {isSealed && state === 'delivered' && <Link to="?tab=second">{t('differences')}</Link>}
    </p>
  );
}
