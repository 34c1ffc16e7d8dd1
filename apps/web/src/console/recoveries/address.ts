import { recoveryStates } from '@proofkeep/contract';
import { oneOf, useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const state = oneOf(recoveryStates, query.get('state')) ?? 'asked';
  /** Link to a request that keeps the filter of the queue; null: the queue only. */
  const to = (id: string | null): string => withQuery(id ? paths.consoleRecovery(id) : paths.consoleRecoveries, query);
  return { asked: { state, page, size: queueSize }, want, to };
}
