import { problemReportStates, searchLength } from '@proofkeep/contract';
import { oneOf, useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const state = oneOf(problemReportStates, query.get('state')) ?? 'open';
  const search = (query.get('search') ?? '').trim().slice(0, searchLength);
  /** Link to a report that keeps the filter of the queue; null: the queue only. */
  const to = (id: string | null): string => withQuery(id ? paths.consoleReport(id) : paths.consoleReports, query);
  return { asked: { state, search, page, size: queueSize }, want, to };
}
