import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';

/** Whether the user may bind devices and pay for recordings. */
export function useMayPreserve(): boolean {
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  return me?.permissions.includes('preserve') ?? false;
}
