import { calls, type Spending as Spent } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { Toggles } from '../../ui/kit/toggles.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { daysOf, ranges, today } from './days.ts';
import { addressOf, type Part, parts, shownFrom } from './spending-address.ts';
import { sumOf } from './spending-cells.tsx';
import { PeriodsTable, TotalsTable } from './spending-tables.tsx';

const useWords = words('spending', {
  ranges: ['时间范围', 'Range'],
  month: ['本月', 'This month'],
  last: ['上月', 'Last month'],
  quarter: ['近三个月', 'Three months'],
  year: ['近一年', 'Twelve months'],
  parts: ['统计方式', 'Parted by'],
  service: ['按服务', 'By service'],
  member: ['按成员', 'By member'],
  summary: [
    '{from} 至 {to} 消费 {amount}：从余额支付 {balance}，单独下单支付 {orders}；另用套餐额度 {units}。',
    'From {from} to {to} {amount} were spent: {balance} from the balance, {orders} paid separately. Units taken from packages: {units}.',
  ],
  packages: [
    '同期购买套餐 {amount}，不计入消费。',
    'Packages were bought for {amount}, which is not counted as spent.',
  ],
  zone: [
    '消费指服务的费用，按北京时间（UTC+8）的扣费日期统计，含预扣，不含已退还和已退款；用余额支付的订单计入“从余额支付”。',
    'Spent is what services cost, by the day on which it was charged, in UTC+8: with what is set aside, without what was given back or refunded. An order that the balance paid is counted as from the balance.',
  ],
  table: ['以表格查看', 'As a table'],
  chart_service: ['按服务堆叠的柱形图。{summary}', 'Bars stacked by service. {summary}'],
  chart_member: ['按成员堆叠的柱形图。{summary}', 'Bars stacked by member. {summary}'],
  members: ['按成员与服务', 'By member and service'],
  none: ['这段时间没有消费。', 'Nothing was spent in this time.'],
});

/** Recharts is larger than the rest of the page, which does not wait for it. */
const Chart = lazy(() => import('./spending-chart.tsx').then(({ SpendingChart }) => ({ default: SpendingChart })));

/** @param hasMembers whether he sees the spending of several people */
export function Spending({ hasMembers }: { hasMembers: boolean }) {
  const say = useWords();
  const [query, setQuery] = useSearchParams();
  const shown = shownFrom(query);
  const { range } = shown;
  const part = hasMembers ? shown.part : 'service';
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.costCenter.spending, daysOf(range, today())),
    placeholderData: keepPreviousData,
  });
  const show = (change: Partial<typeof shown>) => setQuery(addressOf({ ...shown, ...change }), { replace: true });
  return (
    <section className="cost-spending">
      <div className="cost-switches">
        <Toggles
          label={say('ranges')}
          of={ranges}
          nameOf={say}
          chosen={[range]}
          onToggle={(one) => show({ range: one })}
        />
        {hasMembers && (
          <Toggles
            label={say('parts')}
            of={parts}
            nameOf={say}
            chosen={[part]}
            onToggle={(one) => show({ part: one })}
          />
        )}
      </div>
      {error && !data && <RefusedPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <Shown spent={data} part={part} />}
    </section>
  );
}

interface ShownProps {
  spent: Spent;
  part: Part;
}

function Shown({ spent, part }: ShownProps) {
  const say = useWords();
  const { from, to, periods, packagesCents } = spent;
  const [cents, orderCents] = [sumOf(periods, 'cents'), sumOf(periods, 'orderCents')];
  const summary = say('summary', {
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
      {packagesCents > 0 && <p className="secondary numbers">{say('packages', { amount: amount(packagesCents) })}</p>}
      {periods.length === 0 ? (
        <p className="panel panel-none secondary">{say('none')}</p>
      ) : (
        <Parted spent={spent} part={part} summary={summary} />
      )}
      <p className="secondary cost-zone">{say('zone')}</p>
    </>
  );
}

/** A chart where there is an amount to show, its values, and the sums of the whole time. */
function Parted({ spent, part, summary }: ShownProps & { summary: string }) {
  const say = useWords();
  const heading = say(part === 'service' ? 'service' : 'members');
  const values = <PeriodsTable spent={spent} part={part} caption={summary} />;
  return (
    <>
      {spent.periods.some(({ cents }) => cents > 0) ? (
        <>
          <div className="panel cost-chart" role="img" aria-label={say(`chart_${part}`, { summary })}>
            <Suspense>
              <Chart spent={spent} part={part} />
            </Suspense>
          </div>
          <details className="cost-details">
            <summary>{say('table')}</summary>
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
