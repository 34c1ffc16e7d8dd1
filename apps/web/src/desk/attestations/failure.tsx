import {
  type AttestationSummary,
  calls,
  type Failure as FailureOf,
  failureAdvice,
  failureWords,
  isOwnFault,
  sentenceIn,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { RetryPrice, useRetryPrice } from '../../ui/money/retry-price.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { isAllowed } from './is-allowed.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('failure', text);

/** Cause and cost of a failed capture, the next action, and the number to quote. */
export function Failure({ row }: { row: AttestationSummary }) {
  const t = useWords();
  const language = useLanguage();
  const retry = useAct(calls.attestations.retry, 'attestations');
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { failure } = row;
  const mayRetry = isAllowed(row, 'retried') && me?.permissions.includes('preserve') === true;
  const price = useRetryPrice({ anos: [row.ano] }, mayRetry);
  const kept = t(row.orderNo === null ? 'nothing' : 'returned');
  return (
    <Alert
      type="error"
      showIcon
      title={failure ? wordIn(failureWords[failure.code], language) : kept}
      description={
        failure && (
          <>
            {!isOwnFault(failure.code) && <p>{sentenceIn(failure.said, language)}</p>}
            <p>{kept}</p>
            <p>{areCookiesGone(row) ? t('cookiesGone') : wordIn(failureAdvice[failure.code], language)}</p>
            {mayRetry && (
              <p>
                <RetryPrice price={price} />
              </p>
            )}
            <Reference failure={failure} />
          </>
        )
      }
      action={
        mayRetry && (
          <Button
            loading={retry.isPending}
            disabled={!price.data?.count}
            onClick={() => retry.mutate({ ano: row.ano })}
          >
            {t('retry')}
          </Button>
        )
      }
    />
  );
}

/** A live session can't be retried either; a new one needs no cookies. */
const areCookiesGone = ({ kind, isRetryable }: AttestationSummary): boolean => !isRetryable && kind !== 'live';

function Reference({ failure: { traceId } }: { failure: FailureOf }) {
  const t = useWords();
  if (!traceId) return null;
  return (
    <p className="secondary">
      {t('reference')} <Copyable text={traceId} what={t('reference')} kept={16} />
    </p>
  );
}
