import { type Service, type Spending, services, serviceWords } from '@proofkeep/contract';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { amount } from '../../ui/formatters.ts';
import { useLanguage, wordIn } from '../../ui/words.ts';
import { periodsBetween } from './days.ts';

const axis = { stroke: 'var(--secondary)', tickLine: false, axisLine: false, fontSize: 12 } as const;

/** Seen on light and on dark ground; what they say stands in the table as well. */
const colours: Record<Service, string> = {
  page: '#2a63ad',
  ecommerce: '#b58b2a',
  file: '#1b7f4b',
  hash: '#7a8ca3',
  'session-minute': '#8a6fc4',
  'device-minute': '#3d9da8',
  'monitor-check': '#c56b9a',
  'storage-gb-month': '#9a5b00',
  notarization: '#5b606b',
};

/** One bar a period, as high as what was taken from the balance, parted by service. */
export function SpendingChart({ spent: { periods, from, to, by } }: { spent: Spending }) {
  const language = useLanguage();
  const shown = services.filter((service) => periods.some((row) => row.service === service && row.cents > 0));
  const bars = periodsBetween(from, to, by).map((period) => ({
    period,
    ...Object.fromEntries(
      periods.filter((row) => row.period === period).map(({ service, cents }) => [service, cents / 100]),
    ),
  }));
  return (
    <ResponsiveContainer width="100%" height={240}>
      <BarChart data={bars} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="period"
          tickFormatter={(period: string) => (by === 'day' ? period.slice(5) : period)}
          minTickGap={24}
          {...axis}
        />
        <YAxis width={64} tickFormatter={(yuan: number) => amount(yuan * 100).replace(/\.00$/, '')} {...axis} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--tint)' }}
          contentStyle={{ background: 'var(--surface)', borderColor: 'var(--line)', borderRadius: 6 }}
          formatter={(yuan) => amount(Number(yuan) * 100)}
        />
        <Legend
          iconType="square"
          iconSize={10}
          itemSorter={null}
          formatter={(name) => <span className="cost-legend">{name}</span>}
        />
        {shown.map((service) => (
          <Bar
            key={service}
            dataKey={service}
            stackId="period"
            name={wordIn(serviceWords[service].name, language)}
            fill={colours[service]}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
