import { InvoiceQueue } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';
import { paths } from '../../ui/paths.ts';

/** What of the queue is shown stands in the address. */
export function useQueueAddress() {
  const [query, setQuery] = useSearchParams();
  const queue = InvoiceQueue.catch('waiting').parse(query.get('queue'));
  const search = (query.get('search') ?? '').trim().slice(0, 100);
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const set = (name: 'queue' | 'search' | 'page', value: string) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      if (name !== 'page') after.delete('page');
      if (value) after.set(name, value);
      else after.delete(name);
      return after;
    });
  /** One invoice with the same queue beside it; null: the queue alone. */
  const to = (id: string | null): string => {
    const path = id ? paths.consoleInvoice(id) : paths.consoleInvoices;
    return query.size > 0 ? `${path}?${query}` : path;
  };
  return { asked: { queue, search, page, size: 20 }, set, to };
}
