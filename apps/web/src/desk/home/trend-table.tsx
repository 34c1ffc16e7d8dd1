import { attestationStateWords, type TrendDay } from '@proofkeep/contract';
import { TableHead } from '../../ui/kit/table-head.tsx';
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
        <TableHead
          columns={[
            t('day'),
            t('submitted'),
            ...outcomes.map((state) => wordIn(attestationStateWords[state], language)),
          ]}
        />
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
