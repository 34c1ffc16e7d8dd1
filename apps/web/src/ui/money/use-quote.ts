import { calls, type Quote, type Service } from '@proofkeep/contract';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';

export interface QuoteResult {
  quote: Quote | undefined;
  /** The current price is unknown because its request failed; acts that cost money wait for it. */
  isUnknown: boolean;
  refetch: () => unknown;
}

/** Current price of `count` units of a service. Keeps the previous quote while the next one loads. */
export function useQuote(service: Service, count: number): QuoteResult {
  const { data, isError, refetch } = useRows({
    ...queryOf(calls.money.quote, { service, quantity: Math.max(1, count) }),
    staleTime: 0,
  });
  return { quote: data, isUnknown: isError && !data, refetch };
}
