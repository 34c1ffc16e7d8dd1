import { attestationStateWords, type TrendDay } from '@proofkeep/contract';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-trend-table', text);

const outcomes = ['succeeded', 'failed', 'cancelled'] as const;

/** The chart's values for users who can't see it, newest first. */
export function TrendTable({ days, caption }: { days: readonly TrendDay[]; caption: string }) {
  const t = useWords();
  const language = useLanguage();
  return (
    // Scrollable content must be focusable (WCAG 2.2, 2.1.1).
    <section className="home-table" tabIndex={0} aria-label={caption}>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('submitted')}</th>
            {outcomes.map((state) => (
              <th key={state} scope="col">
                {wordIn(attestationStateWords[state], language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, submitted, sealed, failed, cancelled }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{submitted}</td>
              <td>{sealed}</td>
              <td>{failed}</td>
              <td>{cancelled}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
