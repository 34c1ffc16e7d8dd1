import { calls, type Spending as Spent } from '@proofkeep/contract';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { Toggles } from '../../ui/kit/toggles.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { daysOf, ranges, today } from './days.ts';
import { addressOf, type Part, parts, shownFrom } from './spending-address.ts';
import { sumOf } from './spending-cells.tsx';
import { PeriodsTable, TotalsTable } from './spending-tables.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('spending', text);

/** Recharts is larger than the rest of the page, so it loads separately. */
const Chart = lazy(() => import('./spending-chart.tsx').then(({ SpendingChart }) => ({ default: SpendingChart })));

/** @param hasMembers whether the user sees the spending of several people */
export function Spending({ hasMembers }: { hasMembers: boolean }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const shown = shownFrom(query);
  const { range } = shown;
  const part = hasMembers ? shown.part : 'service';
  const { data, error, refetch } = useRows(queryOf(calls.costCenter.spending, daysOf(range, today())));
  const show = (change: Partial<typeof shown>) => setQuery(addressOf({ ...shown, ...change }), { replace: true });
  return (
    <section className="cost-center-spending">
      <div className="cost-center-switches">
        <Toggles label={t('ranges')} of={ranges} nameOf={t} chosen={[range]} onToggle={(one) => show({ range: one })} />
        {hasMembers && (
          <Toggles label={t('parts')} of={parts} nameOf={t} chosen={[part]} onToggle={(one) => show({ part: one })} />
        )}
      </div>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && <Shown spent={data} part={part} />}
    </section>
  );
}

interface ShownProps {
  spent: Spent;
  part: Part;
}

function Shown({ spent, part }: ShownProps) {
  const t = useWords();
  const { from, to, periods, packagesCents } = spent;
  const [cents, orderCents] = [sumOf(periods, 'cents'), sumOf(periods, 'orderCents')];
  const summary = t('summary', {
    from,
    to,
    amount: amount(cents),
    balance: amount(cents - orderCents),
    orders: amount(orderCents),
    units: decimal(sumOf(periods, 'packageUnits'), 0),
  });
  return (
    <>
      <p className="numbers">{summary}</p>
      {packagesCents > 0 && <p className="secondary numbers">{t('packages', { amount: amount(packagesCents) })}</p>}
      {periods.length === 0 ? (
        <p className="panel panel-none secondary">{t('none')}</p>
      ) : (
        <Parted spent={spent} part={part} summary={summary} />
      )}
      <p className="secondary cost-center-zone">{t('zone')}</p>
    </>
  );
}

/** Chart (if there is an amount to show), its values, and totals of the whole range. */
function Parted({ spent, part, summary }: ShownProps & { summary: string }) {
  const t = useWords();
  const heading = t(part === 'service' ? 'service' : 'members');
  const values = <PeriodsTable spent={spent} part={part} caption={summary} />;
  return (
    <>
      {spent.periods.some(({ cents }) => cents > 0) ? (
        <>
          <div className="panel cost-center-chart" role="img" aria-label={t(`chart_${part}`, { summary })}>
            <Suspense>
              <Chart spent={spent} part={part} />
            </Suspense>
          </div>
          <details className="cost-center-details">
            <summary>{t('table')}</summary>
            {values}
          </details>
        </>
      ) : (
        values
      )}
      <h2>{heading}</h2>
      <TotalsTable spent={spent} part={part} caption={heading} />
    </>
  );
}
