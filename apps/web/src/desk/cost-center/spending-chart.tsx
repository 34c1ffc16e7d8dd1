import { type Service, type Spending, services, serviceWords } from '@proofkeep/contract';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisLook, gridLook, legendLook, tooltipLook } from '../../ui/kit/chart-look.ts';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { periodsBetween } from './days.ts';
import type { Part } from './spending-address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('spending-chart', text);

/** Visible on light and dark backgrounds; the table repeats the values as text. */
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
const othersColour = colours.notarization;
/** Colours of named members. Both greys are excluded: grey marks everyone else. */
const memberColours = services
  .map((service) => colours[service])
  .filter((one) => one !== colours.hash && one !== othersColour);
const others = 'others';

interface Stacked {
  /** From bottom to top of the stack. */
  series: { key: string; name: string; colour: string }[];
  cells: { period: string; key: string; cents: number }[];
}

function useServices({ periods }: Spending): Stacked {
  const language = useLanguage();
  const shown = services.filter((service) => periods.some((row) => row.service === service && row.cents > 0));
  return {
    series: shown.map((key) => ({ key, name: wordIn(serviceWords[key].name, language), colour: colours[key] })),
    cells: periods.map(({ period, service, cents }) => ({ period, key: service, cents })),
  };
}

/** Named members, highest spending first, then everyone else as one series. */
function useMembers({ members, memberPeriods }: Spending): Stacked {
  const t = useWords();
  const cells = memberPeriods.map(({ period, member, cents }) => ({ period, key: member?.userId ?? others, cents }));
  const spenders = new Set(cells.filter(({ cents }) => cents > 0).map(({ key }) => key));
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  const named = [...names].filter(([userId]) => spenders.has(userId));
  return {
    series: [
      ...named.map(([key, name], at) => ({ key, name, colour: memberColours[at] ?? othersColour })),
      ...(spenders.has(others) ? [{ key: others, name: t('others'), colour: othersColour }] : []),
    ],
    cells,
  };
}

/** One bar per period, stacked by service or by member. */
export function SpendingChart({ spent, part }: { spent: Spending; part: Part }) {
  const { from, to, by } = spent;
  const stacked = { service: useServices(spent), member: useMembers(spent) };
  const { series, cells } = stacked[part];
  const bars = periodsBetween(from, to, by).map((period) => ({
    period,
    ...Object.fromEntries(cells.filter((cell) => cell.period === period).map(({ key, cents }) => [key, cents / 100])),
  }));
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={bars} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid {...gridLook} />
        <XAxis
          dataKey="period"
          tickFormatter={(period: string) => (by === 'day' ? period.slice(5) : period)}
          minTickGap={24}
          {...axisLook}
        />
        <YAxis width={64} tickFormatter={(yuan: number) => amount(yuan * 100).replace(/\.00$/, '')} {...axisLook} />
        <Tooltip {...tooltipLook} formatter={(yuan) => amount(Number(yuan) * 100)} />
        <Legend {...legendLook} formatter={(name) => <span className="cost-center-legend">{name}</span>} />
        {series.map(({ key, name, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="period"
            name={name}
            fill={colour}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
