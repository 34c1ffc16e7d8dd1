import {
  type AttestationSummary,
  calls,
  type Failure as FailureOf,
  failureAdvice,
  failureWords,
  isOwnFault,
  sentenceIn,
} from '@proofkeep/contract';
import { Alert, Button } from 'antd';
import { useAct } from '../../api/refresh.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { isAllowed } from './is-allowed.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('failure', text);

/** Cause and cost of a failed capture, the next action, and the number to quote. */
export function Failure({ row }: { row: AttestationSummary }) {
  const t = useWords();
  const language = useLanguage();
  const retry = useAct(calls.attestations.retry, 'attestations');
  const { failure } = row;
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
            <p>{wordIn(failureAdvice[failure.code], language)}</p>
            <Reference failure={failure} />
          </>
        )
      }
      action={
        isAllowed(row, 'retried') && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ ano: row.ano })}>
            {t('retry')}
          </Button>
        )
      }
    />
  );
}

function Reference({ failure: { traceId } }: { failure: FailureOf }) {
  const t = useWords();
  if (!traceId) return null;
  return (
    <p className="secondary">
      {t('reference')} <Copyable text={traceId} what={t('reference')} kept={16} />
    </p>
  );
}
