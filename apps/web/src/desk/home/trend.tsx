import type { TrendDay } from '@proofkeep/contract';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Toggles } from '../../ui/kit/toggles.tsx';
import { words } from '../../ui/words/words.ts';
import { TrendTable } from './trend-table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('home-trend', text);

const ranges = [7, 30, 90];

/** Recharts is larger than the rest of the page, so it loads separately. */
const Chart = lazy(() => import('./trend-chart.tsx').then(({ TrendChart }) => ({ default: TrendChart })));

export function Trend({ trend }: { trend: readonly TrendDay[] }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const days = ranges.find((range) => String(range) === query.get('days')) ?? 30;
  const shown = trend.slice(-days);
  const total = (name: 'submitted' | 'sealed' | 'failed') => shown.reduce((sum, day) => sum + day[name], 0);
  const values = { submitted: total('submitted'), sealed: total('sealed'), failed: total('failed') };
  const summary = t('summary', { days, ...values });
  return (
    <section className="home-part home-trend panel" aria-labelledby="home-trend">
      <header>
        <h2 id="home-trend">{t('title')}</h2>
        <Toggles
          label={t('ranges')}
          of={ranges}
          nameOf={(range) => t('days', { days: range })}
          chosen={[days]}
          onToggle={(range) => setQuery(range === 30 ? {} : { days: String(range) }, { replace: true })}
        />
      </header>
      <p className="numbers">{summary}</p>
      <div className="home-chart" role="img" aria-label={summary}>
        <Suspense>
          <Chart days={shown} />
        </Suspense>
      </div>
      <p className="secondary home-time">{t('zone')}</p>
      <details>
        <summary>{t('table')}</summary>
        <TrendTable days={shown} caption={summary} />
      </details>
    </section>
  );
}
