import { RecoveryState } from '@proofkeep/contract';
import { useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const state = RecoveryState.catch('asked').parse(query.get('state'));
  /** One request with the same queue beside it; null: the queue alone. */
  const to = (id: string | null): string => withQuery(id ? paths.consoleRecovery(id) : paths.consoleRecoveries, query);
  return { asked: { state, page, size: queueSize }, want, to };
}
