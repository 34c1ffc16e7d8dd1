import { calls, type Spending as Spent } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { amount, decimal } from '../../ui/formatters.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Toggles } from '../../ui/toggles.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../ui/words.ts';
import { daysOf, type Range, ranges, today } from './days.ts';
import { MembersTable, PeriodsTable } from './spending-tables.tsx';

const useWords = words('spending', {
  ranges: ['时间范围', 'Range'],
  month: ['本月', 'This month'],
  last: ['上月', 'Last month'],
  quarter: ['近三个月', 'Three months'],
  year: ['近一年', 'Twelve months'],
  summary: [
    '{from} 至 {to} 从余额消费 {amount}，另用套餐额度 {units}',
    'From {from} to {to} {amount} were taken from the balance, and {units} units from packages',
  ],
  zone: [
    '按北京时间（UTC+8）的提交日期统计，含预扣，不含已退还；购买套餐的金额不计入。',
    'By day of order, in UTC+8: with what is set aside, without what was given back, and without what packages cost.',
  ],
  table: ['以表格查看', 'As a table'],
  members: ['按成员与服务', 'By member and service'],
  services: ['按服务', 'By service'],
  none: ['这段时间没有消费。', 'Nothing was spent in this time.'],
});

/** Recharts is larger than the rest of the page, which does not wait for it. */
const Chart = lazy(() => import('./spending-chart.tsx').then(({ SpendingChart }) => ({ default: SpendingChart })));

export function Spending({ isOfAll }: { isOfAll: boolean }) {
  const say = useWords();
  const [query, setQuery] = useSearchParams();
  const range = ranges.find((one) => one === query.get('range')) ?? 'month';
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.costCenter.spending, daysOf(range, today())),
    placeholderData: keepPreviousData,
  });
  const choose = (one: Range) => setQuery(one === 'month' ? {} : { range: one }, { replace: true });
  return (
    <section className="cost-spending">
      <Toggles label={say('ranges')} of={ranges} nameOf={say} chosen={[range]} onToggle={choose} />
      {error && !data && <RefusedPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <Shown spent={data} isOfAll={isOfAll} />}
    </section>
  );
}

function Shown({ spent, isOfAll }: { spent: Spent; isOfAll: boolean }) {
  const say = useWords();
  const sum = (of: 'cents' | 'packageUnits') => spent.periods.reduce((total, row) => total + row[of], 0);
  const { from, to } = spent;
  const summary = say('summary', { from, to, amount: amount(sum('cents')), units: decimal(sum('packageUnits'), 0) });
  return (
    <>
      <p className="numbers">{summary}</p>
      {spent.periods.length === 0 ? (
        <p className="panel panel-none secondary">{say('none')}</p>
      ) : (
        <>
          {sum('cents') > 0 ? (
            <>
              <div className="panel cost-chart" role="img" aria-label={summary}>
                <Suspense>
                  <Chart spent={spent} />
                </Suspense>
              </div>
              <details className="cost-details">
                <summary>{say('table')}</summary>
                <PeriodsTable spent={spent} caption={summary} />
              </details>
            </>
          ) : (
            <PeriodsTable spent={spent} caption={summary} />
          )}
          <h2>{say(isOfAll ? 'members' : 'services')}</h2>
          <MembersTable spent={spent} hasMembers={isOfAll} caption={say(isOfAll ? 'members' : 'services')} />
        </>
      )}
      <p className="secondary cost-zone">{say('zone')}</p>
    </>
  );
}
