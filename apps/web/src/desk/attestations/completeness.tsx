import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { type AttestationDetail, blockSentence, missingWords, sentenceIn, stepWords } from '@proofkeep/contract';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('completeness', text);

/** Missing parts and their reasons, shown before the holder confirms. */
export function Completeness({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { isComplete, missing, limits, block, steps, alterations } = detail;
  if (isComplete === null) return null;
  const isOverridden = alterations?.some(({ kind }) => kind === 'tls-overridden');
  if (isComplete && !block && !isOverridden)
    return (
      <p className="attestations-completeness" data-tone="success">
        <CheckCircleOutlined aria-hidden /> {t('whole')}
      </p>
    );
  return (
    <section className="attestations-completeness" data-tone="warning">
      {!isComplete && (
        <h2>
          <ExclamationCircleOutlined aria-hidden /> {t('partial')}
        </h2>
      )}
      {isComplete && <p>{t('whole')}</p>}
      {isOverridden && <p>{t('override')}</p>}
      {block && <p>{blockSentence(block, language)}</p>}
      {limits.map((said) => (
        <p key={said.text}>{sentenceIn(said, language)}</p>
      ))}
      {steps
        .filter(({ outcome }) => outcome === 'cut' || outcome === 'failed')
        .map(({ step, said }) => (
          <p key={step}>
            {t('step', {
              step: wordIn(stepWords[step], language),
              said: said.map((one) => sentenceIn(one, language)).join(' '),
            })}
          </p>
        ))}
      {missing.length > 0 && (
        <details>
          <summary>
            {t('missing')} <span className="numbers">({missing.length})</span>
          </summary>
          <ul>
            {missing.map(({ url, why, said }, at) => (
              <li key={`${at} ${url}`}>
                <code>{url}</code>
                <span>{t('why', { why: wordIn(missingWords[why], language), said: sentenceIn(said, language) })}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Changes that the capture made to the page or to its requests. */
export function Alterations({ detail: { alterations } }: { detail: AttestationDetail }) {
  const t = useWords();
  const language = useLanguage();
  if (!alterations?.length) return null;
  return (
    <details className="attestations-alterations">
      <summary>
        {t('altered')} <span className="numbers">({alterations.length})</span>
      </summary>
      <ul>
        {alterations.map(({ said }) => (
          <li key={said.text}>{sentenceIn(said, language)}</li>
        ))}
      </ul>
    </details>
  );
}
