import './recoveries.css';
import { calls } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { queuePage } from '../ui/queue-page.tsx';
import { useQueueAddress } from './address.ts';
import { Case } from './case.tsx';
import { RecoveryQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recoveries', text);

/** `/console/recoveries` (the queue) and `/console/recoveries/:id` (one request). */
export const Component = queuePage(calls.recovery.recoveries, useWords, useQueueAddress, {
  Queue: RecoveryQueue,
  Item: Case,
});
