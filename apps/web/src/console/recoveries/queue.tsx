import { type calls, recoveryStates, recoveryStateWords } from '@proofkeep/contract';
import { Ago } from '../../ui/kit/ago.tsx';
import { words } from '../../ui/words/words.ts';
import { itemQueue, type RowOf, stateFilter } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recovery-queue', text);

/** Oldest first. */
export const RecoveryQueue = itemQueue(useWords, useQueueAddress, {
  Filter: stateFilter({ useWords, useQueueAddress, words: recoveryStateWords, states: recoveryStates }),
  isUnfiltered: ({ state }) => state === 'asked',
  Lines,
});

function Lines({ row: { name, phone, askedAt } }: { row: RowOf<typeof calls.recovery.recoveries> }) {
  return (
    <>
      <span className="console-line">
        <strong>{name}</strong>
        <span className="secondary numbers">{phone}</span>
      </span>
      <span className="secondary">
        <Ago at={askedAt} />
      </span>
    </>
  );
}
