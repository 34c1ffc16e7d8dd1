import { CheckCircleOutlined, CloseCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { CourtEvidence } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-verification', text);

const icons = {
  passed: <CheckCircleOutlined aria-hidden />,
  failed: <CloseCircleOutlined aria-hidden />,
  'not-checked': <QuestionCircleOutlined aria-hidden />,
};

/** Findings of the last verification; names every check that did not pass. */
export function Verification({ evidence }: { evidence: CourtEvidence | undefined }) {
  const t = useWords();
  const language = useLanguage();
  const verification = evidence?.verification;
  if (!verification) return <p className="secondary">{t('never')}</p>;
  const { verdict, at, passed, findings } = verification;
  return (
    <div className="tone" data-outcome={verdict}>
      <p>
        {icons[verdict]} {t(verdict, { count: passed })} <Moment at={at} />
      </p>
      {findings.length > 0 && (
        <ul>
          {findings.map(({ subject, zh, en }) => (
            <li key={`${subject} ${en}`}>
              {language === 'zh' ? zh : en} {subject && <code>{subject}</code>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
