import type { CustodyEvent } from '@proofkeep/contract';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('custody-chart', text);

/** Lanes from the top down, each with the events that it shows. */
const lanes = {
  sealed: ['received', 'hashed', 'stamped', 'logged', 'certified'],
  viewed: ['access.viewed', 'access.replayed'],
  opened: ['access.opened'],
  downloaded: ['access.downloaded', 'access.exported-court', 'access.submitted-court'],
  verified: ['access.verified'],
  shared: ['holder.code-issued', 'holder.code-revoked', 'holder.published', 'holder.unpublished'],
} as const satisfies Record<string, readonly string[]>;

const laneNames = Object.keys(lanes) as (keyof typeof lanes)[];
const [width, laneHeight, labelWidth] = [640, 26, 132];

/** Access to the evidence over time, a lane for each kind. The list below names each event. */
export function CustodyChart({ custody }: { custody: readonly CustodyEvent[] }) {
  const t = useWords();
  const times = custody.map(({ at }) => Date.parse(at));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const xOf = (at: string) =>
    labelWidth + 10 + ((Date.parse(at) - from) / Math.max(1, to - from)) * (width - labelWidth - 24);
  return (
    <svg
      className="attestations-custody-chart"
      role="img"
      aria-label={t('label')}
      viewBox={`0 0 ${width} ${laneNames.length * laneHeight}`}
    >
      {laneNames.map((lane, row) => {
        const shown: readonly string[] = lanes[lane];
        const events = custody.filter(({ event }) => shown.includes(event));
        const y = row * laneHeight + laneHeight / 2;
        return (
          <g key={lane} data-lane={lane}>
            <text x={0} y={y + 4}>
              {t(lane)} {events.length > 0 && `(${events.length})`}
            </text>
            <line x1={labelWidth} x2={width} y1={y} y2={y} />
            {events.map(({ at, sha256 }) => (
              <circle key={sha256} cx={xOf(at)} cy={y} r={4.5} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
