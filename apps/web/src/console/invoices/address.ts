import { invoiceQueues } from '@proofkeep/contract';
import { oneOf, useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const queue = oneOf(invoiceQueues, query.get('queue')) ?? 'waiting';
  const search = (query.get('search') ?? '').trim().slice(0, 100);
  /** Link to an invoice that keeps the filter of the queue; null: the queue only. */
  const to = (id: string | null): string => withQuery(id ? paths.consoleInvoice(id) : paths.consoleInvoices, query);
  return { asked: { queue, search, page, size: queueSize }, want, to };
}
