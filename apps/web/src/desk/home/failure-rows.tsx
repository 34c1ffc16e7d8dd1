import { type AttestationSummary, calls, sentenceIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { RetryPrice, useRetryPrice } from '../../ui/money/retry-price.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { AttentionRow } from './attention-row.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('home-waits', text);

/** Failed captures, each with its reason and a retry button. */
export const FailureRows = ({ rows, mayAct }: { rows: readonly AttestationSummary[]; mayAct: boolean }) =>
  rows.map((row) => <FailureRow key={row.ano} row={row} mayAct={mayAct} />);

function FailureRow({ row, mayAct }: { row: AttestationSummary; mayAct: boolean }) {
  const t = useWords();
  const language = useLanguage();
  const retry = useMutation({
    mutationFn: () => ask(calls.attestations.retry, { ano: row.ano }),
    // Also after a refusal: the state may have changed meanwhile.
    onSettled: () => refresh('attestations'),
  });
  const mayRetry = mayAct && row.isRetryable;
  const price = useRetryPrice({ anos: [row.ano] }, mayRetry);
  return (
    <AttentionRow
      row={row}
      why={row.failure ? sentenceIn(row.failure.said, language) : t('failed')}
      isFailure
      note={mayRetry && <RetryPrice price={price} />}
    >
      {mayRetry && (
        <Button
          loading={retry.isPending}
          disabled={!price.data?.count}
          aria-label={t('retryOf', { name: row.name })}
          onClick={() => retry.mutate()}
        >
          {t('retry')}
        </Button>
      )}
    </AttentionRow>
  );
}
