import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { type AttestationSummary, proofRungs, rungWords } from '@proofkeep/contract';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('batch-rungs', text);

/** `received` proves nothing yet. */
const shown = proofRungs.filter((rung) => rung !== 'received');

/** Progress of the proof, from the digest on. */
export function Rungs({ row: { rung, state } }: { row: AttestationSummary }) {
  const t = useWords();
  const language = useLanguage();
  const isProven = state === 'preview' || state === 'sealing' || state === 'succeeded';
  if (!isProven || rung === null) return null;
  const reached = proofRungs.indexOf(rung);
  return (
    <ol className="attestations-batch-rungs" aria-label={t('label')}>
      {shown.map((one) => {
        const isReached = proofRungs.indexOf(one) <= reached;
        return (
          <li key={one} data-reached={isReached}>
            {isReached ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />}
            {wordIn(rungWords[one], language)}
            {!isReached && <span className="visually-hidden">{t('pending')}</span>}
          </li>
        );
      })}
    </ol>
  );
}
