import './thread.css';
import type { ProblemReportThread } from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('report-thread', text);

/** The conversation about a reported problem, oldest entry first. */
export function ReportThread({ entries, reporter }: Pick<ProblemReportThread, 'entries'> & { reporter: string }) {
  const t = useWords();
  return (
    <ol className="thread" aria-label={t('label')}>
      {entries.map(({ by, text, at }) => (
        <li key={`${at} ${by}`} data-by={by}>
          <p>
            <strong>{by === 'operator' ? t('operator') : reporter}</strong>{' '}
            <span className="secondary">
              <Moment at={at} />
            </span>
          </p>
          <p className="thread-text">{text}</p>
        </li>
      ))}
    </ol>
  );
}
