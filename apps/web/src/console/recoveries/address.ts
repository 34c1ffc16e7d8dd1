import { RecoveryState } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';
import { paths } from '../../ui/paths.ts';

/** What of the queue is shown stands in the address. */
export function useQueueAddress() {
  const [search, setSearch] = useSearchParams();
  const state = RecoveryState.catch('asked').parse(search.get('state'));
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const set = (name: 'state' | 'page', value: string) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (name === 'state') after.delete('page');
      after.set(name, value);
      return after;
    });
  /** One request with the same queue beside it; null: the queue alone. */
  const to = (id: string | null): string => {
    const query = search.toString();
    const path = id ? paths.consoleRecovery(id) : paths.consoleRecoveries;
    return query ? `${path}?${query}` : path;
  };
  return { asked: { state, page, size: 20 }, set, to };
}
