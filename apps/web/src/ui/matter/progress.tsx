import './matter.css';
import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons';
import {
  isMatterOver,
  type MatterDetail,
  type MatterEvent,
  type MatterState,
  matterKindFacts,
} from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-progress', text);

type Stage = 'submitted' | 'accepted' | 'paid' | 'identified' | 'interviewed' | 'signed' | 'issued';

/** Stages of a matter in order: the states that lead to each, and the events that reach it. */
const stages: readonly { name: Stage; during: readonly MatterState[]; by: readonly MatterEvent[] }[] = [
  { name: 'submitted', during: ['draft', 'correction'], by: ['submit', 'resubmit'] },
  { name: 'accepted', during: ['submitted'], by: ['accept'] },
  { name: 'paid', during: ['accepted', 'paying'], by: ['payment-succeeded', 'waive-fee'] },
  { name: 'identified', during: ['identity', 'identity-review'], by: ['identity-ok', 'identity-ok-no-session'] },
  { name: 'interviewed', during: ['scheduling', 'scheduled', 'session'], by: ['session-ok'] },
  { name: 'signed', during: ['session-review', 'signing'], by: ['all-signed'] },
  { name: 'issued', during: ['sealing'], by: ['issue'] },
];

type Facts = Pick<MatterDetail, 'state' | 'kind' | 'wantsVideo' | 'isFeeWaived' | 'journal'>;

/** How far a matter has come towards the deed. A matter that ended without one shows the stages it reached. */
export function MatterProgress({ matter }: { matter: Facts }) {
  const t = useWords();
  const current = stages.findIndex(({ during }) => during.includes(matter.state));
  const isOver = isMatterOver(matter.state);
  const shown = stages
    .map((stage, at) => ({ ...stage, at: reachedAt(matter, stage.by), isCurrent: at === current, place: at }))
    .filter((stage) => isOnTheWay(matter, stage, current) && (!isOver || stage.at !== null));
  return (
    <ol className="matter-progress" aria-label={t('title')}>
      {shown.map(({ name, at, isCurrent, place }) => {
        const isDone = isOver || (current > place && at !== null);
        return (
          <li
            key={name}
            data-state={isDone ? 'done' : isCurrent ? 'current' : 'open'}
            aria-current={isCurrent ? 'step' : undefined}
          >
            {isDone ? <CheckCircleFilled aria-hidden /> : <ClockCircleOutlined aria-hidden />}
            <span>{t(name === 'paid' && matter.isFeeWaived ? 'waived' : name)}</span>
            <span className="secondary">{isDone && at ? <Moment at={at} /> : t(isCurrent ? 'current' : 'open')}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Whether the interview is a stage of this matter: it is required, requested, chosen by the notary, or held. */
function isOnTheWay({ kind, wantsVideo }: Facts, { name, at }: { name: Stage; at: string | null }, current: number) {
  if (name !== 'interviewed') return true;
  const place = stages.findIndex((stage) => stage.name === name);
  return at !== null || current === place || (current < place && (wantsVideo || !matterKindFacts[kind].mayOmitSession));
}

/** When the last of these events happened; null if none did. */
const reachedAt = ({ journal }: Facts, by: readonly string[]): string | null =>
  journal.findLast(({ event }) => by.includes(event))?.at ?? null;
