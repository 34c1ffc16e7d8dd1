import { CheckCircleOutlined, ExclamationCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { type AttestationDetail, blockSentence, missingWords, sentenceIn, stepWords } from '@proofkeep/contract';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('completeness', text);

/**
 * Two statements, shown before the holder confirms: whether this is the requested page, and whether it was recorded
 * completely.
 */
export function Completeness({ detail }: { detail: AttestationDetail }) {
  if (detail.isComplete === null) return null;
  return (
    <>
      <PageWarning detail={detail} />
      <Record detail={detail} />
    </>
  );
}

function PageWarning({ detail: { block, alterations } }: { detail: AttestationDetail }) {
  const t = useWords();
  const language = useLanguage();
  const isOverridden = alterations?.some(({ kind }) => kind === 'tls-overridden');
  if (!block && !isOverridden) return null;
  return (
    <section className="attestations-completeness" data-tone="warning">
      <h2>
        <WarningOutlined aria-hidden /> {t('unlike')}
      </h2>
      {block && <p>{blockSentence(block, language)}</p>}
      {block && <p>{t(block.kind)}</p>}
      {isOverridden && <p>{t('override')}</p>}
    </section>
  );
}

/** Missing parts and their reasons. Green only if there is no warning about the page. */
function Record({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { isComplete, missing, limits, block, steps } = detail;
  if (isComplete)
    return (
      <p className="attestations-completeness" data-tone={block ? 'neutral' : 'success'}>
        <CheckCircleOutlined aria-hidden /> {t('whole')}
      </p>
    );
  return (
    <section className="attestations-completeness" data-tone="warning">
      <h2>
        <ExclamationCircleOutlined aria-hidden /> {t('partial')}
      </h2>
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
