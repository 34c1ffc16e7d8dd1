import { CertificationKind, CertificationState } from '@proofkeep/contract';
import { useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { queueSize } from '../ui/queue.tsx';

const Filterable = CertificationState.exclude(['none']);

export function useQueueAddress() {
  const { query, page, want } = useAddress();
  const state = Filterable.catch('pending').parse(query.get('state'));
  const kind = CertificationKind.safeParse(query.get('kind')).data;
  /** One case with the same queue beside it; null: the queue alone. */
  const to = (id: string | null): string =>
    withQuery(id ? paths.consoleCertification(id) : paths.consoleCertifications, query);
  return { asked: { state, ...(kind ? { kind } : {}), page, size: queueSize }, want, to };
}
