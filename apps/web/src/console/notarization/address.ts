import { matterQueues, searchLength } from '@proofkeep/contract';
import { oneOf, useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const queue = oneOf(matterQueues, query.get('queue')) ?? 'new';
  const whose = oneOf(['all', 'mine', 'unassigned'] as const, query.get('whose')) ?? 'all';
  const search = (query.get('search') ?? '').trim().slice(0, searchLength);
  /** Link to a matter that keeps the filter of the queue; null: the queue only. */
  const to = (id: string | null): string => withQuery(id ? paths.consoleMatter(id) : paths.consoleMatters, query);
  return { asked: { queue, whose, search, page, size: queueSize }, want, to };
}
