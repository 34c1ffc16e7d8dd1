import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { type AttestationDetail, blockSentence, missingWords, sentenceIn, stepWords } from '@proofkeep/contract';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('completeness', {
  whole: ['内容完整：页面用到的每个资源都已保存。', 'Whole: every resource of the page was kept.'],
  partial: ['内容不完整', 'Not whole'],
  missing: ['未能保存的内容', 'What is missing, and why'],
  why: ['{why}：{said}', '{why}: {said}'],
  step: ['{step}：{said}', '{step}: {said}'],
});

/** What is missing and why; said before anything is confirmed. */
export function Completeness({ detail }: { detail: AttestationDetail }) {
  const say = useWords();
  const language = useLanguage();
  const { isComplete, missing, limits, block, steps } = detail;
  if (isComplete === null) return null;
  if (isComplete && !block)
    return (
      <p className="completeness" data-tone="success">
        <CheckCircleOutlined aria-hidden /> {say('whole')}
      </p>
    );
  return (
    <section className="completeness" data-tone="warning">
      {!isComplete && (
        <h2>
          <ExclamationCircleOutlined aria-hidden /> {say('partial')}
        </h2>
      )}
      {block && <p>{blockSentence(block, language)}</p>}
      {limits.map((said) => (
        <p key={said.text}>{sentenceIn(said, language)}</p>
      ))}
      {steps
        .filter(({ outcome }) => outcome === 'cut' || outcome === 'failed')
        .map(({ step, said }) => (
          <p key={step}>
            {say('step', {
              step: wordIn(stepWords[step], language),
              said: said.map((one) => sentenceIn(one, language)).join(' '),
            })}
          </p>
        ))}
      {missing.length > 0 && (
        <details>
          <summary>
            {say('missing')} <span className="numbers">({missing.length})</span>
          </summary>
          <ul>
            {missing.map(({ url, why, said }, at) => (
              <li key={`${at} ${url}`}>
                <code>{url}</code>
                <span>
                  {say('why', { why: wordIn(missingWords[why], language), said: sentenceIn(said, language) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
