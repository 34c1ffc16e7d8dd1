import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';

/**
 * A query whose previous answer stays visible for the moment that the next page or filter takes to load, but never longer:
 * offline, or once a request failed, there is no data, so no row is shown under a filter that it doesn't match.
 */
export function useRows<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> {
  const result = useQuery({ ...options, placeholderData: keepPreviousData });
  const { isPlaceholderData, fetchStatus, failureCount } = result;
  const isOutdated = isPlaceholderData && (fetchStatus === 'paused' || failureCount > 0);
  return isOutdated ? ({ ...result, data: undefined } as UseQueryResult<Data>) : (result as UseQueryResult<Data>);
}
