import type { calls, ReplyOf } from '@proofkeep/contract';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('growth', text);

type Days = ReplyOf<typeof calls.chain.chainInfo>['growth'];

const [height, barWidth, gap] = [96, 8, 4];

/** Bar chart by day, with the same numbers as a table for screen readers. */
export function Growth({ growth }: { growth: Days }) {
  const t = useWords();
  const most = Math.max(1, ...growth.map(({ entries }) => entries));
  const total = growth.reduce((sum, { entries }) => sum + entries, 0);
  const width = growth.length * (barWidth + gap) - gap;
  return (
    <figure className="panel chain-growth">
      <figcaption>
        <h2>{t('title')}</h2>
        <span className="secondary numbers">{t('total', { count: total })}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {growth.map(({ day, entries }, i) => {
          const tall = (entries / most) * (height - 4);
          // Days without entries get a thin bar, so that the axis stays visible.
          const shown = entries === 0 ? 1 : Math.max(4, tall);
          return (
            <rect
              key={day}
              data-empty={entries === 0}
              x={i * (barWidth + gap)}
              y={height - shown}
              width={barWidth}
              height={shown}
            >
              <title>{t('day', { day, entries })}</title>
            </rect>
          );
        })}
      </svg>
      <p className="chain-growth-axis secondary numbers">
        <span>{growth[0]?.day}</span>
        <span>{t('utc')}</span>
        <span>{growth.at(-1)?.day}</span>
      </p>
      <details>
        <summary>{t('table')}</summary>
        <table>
          <TableHead columns={[t('dayHead'), t('entriesHead')]} />
          <tbody>
            {growth.toReversed().map(({ day, entries }) => (
              <tr key={day}>
                <td className="numbers">{day}</td>
                <td className="numbers">{entries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
