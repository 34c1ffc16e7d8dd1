import type { TrendDay } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-trend-table', text);

/** The chart's values for users who can't see it, newest first. */
export function TrendTable({ days, caption }: { days: readonly TrendDay[]; caption: string }) {
  const t = useWords();
  return (
    // Scrollable content must be focusable (WCAG 2.2, 2.1.1).
    <section className="home-table" tabIndex={0} aria-label={caption}>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('submitted')}</th>
            <th scope="col">{t('sealed')}</th>
            <th scope="col">{t('failed')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, submitted, sealed, failed }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{submitted}</td>
              <td>{sealed}</td>
              <td>{failed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
