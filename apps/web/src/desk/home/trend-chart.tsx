import { type AttestationState, attestationStateWords, type TrendDay } from '@proofkeep/contract';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { stateLook } from '../../ui/attestation/state-looks.tsx';
import { axisLook, gridLook, legendLook, tooltipLook } from '../../ui/kit/chart-look.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-trend-chart', text);

/** One bar per day: submissions, stacked by outcome. The parent provides the text alternative. */
export function TrendChart({ days }: { days: readonly TrendDay[] }) {
  const t = useWords();
  const language = useLanguage();
  const open = ({ submitted, sealed, failed, cancelled }: TrendDay) => submitted - sealed - failed - cancelled;
  // In the colours and words of the states.
  const bars: { key: string; state: AttestationState; name?: string }[] = [
    { key: 'sealed', state: 'succeeded' },
    { key: 'open', state: 'capturing', name: t('open') },
    { key: 'failed', state: 'failed' },
    { key: 'cancelled', state: 'cancelled' },
  ];
  return (
    <ResponsiveContainer width="100%" height={220}>
      <BarChart
        data={days.map((day) => ({ ...day, open: open(day) }))}
        accessibilityLayer={false}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid {...gridLook} />
        <XAxis dataKey="day" tickFormatter={(day: string) => day.slice(5)} minTickGap={24} {...axisLook} />
        <YAxis allowDecimals={false} width={32} {...axisLook} />
        <Tooltip {...tooltipLook} />
        <Legend {...legendLook} formatter={(name) => <span className="home-legend">{name}</span>} />
        {bars.map(({ key, state, name }) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="day"
            name={name ?? wordIn(attestationStateWords[state], language)}
            fill={stateLook(state).color}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
