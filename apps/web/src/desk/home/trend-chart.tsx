import type { TrendDay } from '@proofkeep/contract';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-trend-chart', text);

const axis = { stroke: 'var(--secondary)', tickLine: false, axisLine: false, fontSize: 12 } as const;

/** One bar per day: submissions, stacked by outcome. The parent provides the text alternative. */
export function TrendChart({ days }: { days: readonly TrendDay[] }) {
  const t = useWords();
  const bars = days.map((day) => ({ ...day, other: day.submitted - day.sealed - day.failed }));
  return (
    <ResponsiveContainer width="100%" height={220}>
      <BarChart data={bars} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="day" tickFormatter={(day: string) => day.slice(5)} minTickGap={24} {...axis} />
        <YAxis allowDecimals={false} width={32} {...axis} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--tint)' }}
          contentStyle={{ background: 'var(--surface)', borderColor: 'var(--line)', borderRadius: 6 }}
        />
        <Legend
          iconType="square"
          iconSize={10}
          itemSorter={null}
          formatter={(name) => <span className="home-legend">{name}</span>}
        />
        <Bar dataKey="sealed" stackId="day" name={t('sealed')} fill="var(--link)" isAnimationActive={false} />
        <Bar dataKey="other" stackId="day" name={t('other')} fill="var(--control)" isAnimationActive={false} />
        <Bar dataKey="failed" stackId="day" name={t('failed')} fill="var(--danger)" isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}
