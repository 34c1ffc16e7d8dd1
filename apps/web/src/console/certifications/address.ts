import { CertificationKind, CertificationState } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';
import { paths } from '../../ui/paths.ts';

const Filterable = CertificationState.exclude(['none']);

/** What of the queue is shown stands in the address. */
export function useQueueAddress() {
  const [search, setSearch] = useSearchParams();
  const state = Filterable.catch('pending').parse(search.get('state'));
  const kind = CertificationKind.optional()
    .catch(undefined)
    .parse(search.get('kind') ?? undefined);
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const set = (name: 'state' | 'kind' | 'page', value: string | undefined) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (name !== 'page') after.delete('page');
      if (value) after.set(name, value);
      else after.delete(name);
      return after;
    });
  /** One case with the same queue beside it; null: the queue alone. */
  const to = (id: string | null): string => {
    const query = search.toString();
    const path = id ? paths.consoleCertification(id) : paths.consoleCertifications;
    return query ? `${path}?${query}` : path;
  };
  return { asked: { state, ...(kind ? { kind } : {}), page, size: 20 }, set, to };
}
