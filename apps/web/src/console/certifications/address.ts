import { certificationKinds, certificationStates } from '@proofkeep/contract';
import { oneOf, useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

const filterable = certificationStates.filter((state) => state !== 'none');

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const state = oneOf(filterable, query.get('state')) ?? 'pending';
  const kind = oneOf(certificationKinds, query.get('kind'));
  /** Link to a case that keeps the filter of the queue; null: the queue only. */
  const to = (id: string | null): string =>
    withQuery(id ? paths.consoleCertification(id) : paths.consoleCertifications, query);
  return { asked: { state, ...(kind ? { kind } : {}), page, size: queueSize }, want, to };
}
