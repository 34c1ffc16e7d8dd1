import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';

export const headers = queryOf(calls.invoices.headers, {});
export const addresses = queryOf(calls.addresses.addresses, {});

/** Undefined while loading. */
export function useMayInvoice(): boolean | undefined {
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  return me?.permissions.includes('invoices');
}
