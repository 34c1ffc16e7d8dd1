import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queries, queryOf } from '../../api/queries.ts';

export const headers = queryOf(calls.invoices.headers, {});
export const addresses = queryOf(calls.addresses.addresses, {});

export const refreshHeaders = () => queries.invalidateQueries(headers);

/** Where orders went into an invoice, or came out of one. */
export const refreshInvoices = async (): Promise<void> => {
  const { list, info, invoiceableOrders } = calls.invoices;
  await Promise.all([list, info, invoiceableOrders].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
};

/** Undefined while it is not known. */
export function useMayInvoice(): boolean | undefined {
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  return me?.permissions.includes('billing');
}
