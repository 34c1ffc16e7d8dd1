import { type calls, recoveryStates, recoveryStateWords } from '@proofkeep/contract';

import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { nothingIn, Queue, type QueueProps, QueueRow, type RowOf, StateFilter } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-queue', text);

/** Oldest first. */
export function RecoveryQueue({ chosen, ...props }: QueueProps<RowOf<typeof calls.recovery.recoveries>>) {
  const t = useWords();
  const { asked, want, to } = useQueueAddress();
  return (
    <Queue
      {...props}
      chosen={chosen}
      filter={
        <StateFilter
          label={t('state')}
          words={recoveryStateWords}
          states={recoveryStates}
          value={asked.state}
          onChange={(state) => want({ state })}
        />
      }
      nothing={nothingIn(t, asked.state === 'asked')}
    >
      {({ id, name, phone, askedAt }) => (
        <QueueRow key={id} to={to(id)} isChosen={id === chosen}>
          <span className="console-line">
            <strong>{name}</strong>
            <span className="secondary numbers">{phone}</span>
          </span>
          <span className="secondary">
            <Moment at={askedAt} />
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}
