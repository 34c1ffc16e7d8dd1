import { calls, type SentOf } from '@proofkeep/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { words } from '../words/words.ts';
import { type Price, Source } from './source.tsx';
import { UnknownPrice } from './unknown-price.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('retry-price', text);

type Retried = SentOf<typeof calls.attestations.retryPrice>;

/** The price of retrying these attestations, or the failed ones of a submission. The retry button waits for it. */
export const useRetryPrice = (of: Retried, enabled = true) =>
  useQuery({ ...queryOf(calls.attestations.retryPrice, of), staleTime: 0, enabled });

/** The price of a retry with its source and what remains; while it is unknown, that it is. */
export function RetryPrice({
  price,
}: {
  price: Pick<UseQueryResult<Price & { count: number }>, 'data' | 'error' | 'refetch'>;
}) {
  const t = useWords();
  const { data, error, refetch } = price;
  if (error) return <UnknownPrice onRetry={refetch} />;
  return (
    <>
      {t('label')}
      {data?.count ? <Source price={data} /> : <span className="secondary">{t(data ? 'none' : 'loading')}</span>}
    </>
  );
}
