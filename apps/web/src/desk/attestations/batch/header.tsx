import { DownloadOutlined } from '@ant-design/icons';
import {
  type AttestationSummary,
  attestationStateTable,
  attestationStateWords,
  calls,
  type Submission,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ask, linkTo } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { stateLook } from '../../../ui/attestation/state-looks.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { RetryPrice, useRetryPrice } from '../../../ui/money/retry-price.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('batch', text);

interface Props {
  batch: Submission;
  mayAct: boolean;
  /** Previews on this page of the batch. */
  previews: readonly AttestationSummary[];
  onReview: () => void;
}

/** Content, progress and cost of a batch, and the next action. */
export function BatchHeader({ batch, mayAct, previews, onReview }: Props) {
  const t = useWords();
  const retry = useRetry(batch.id);
  const { name, states, state, orderNo, retryable } = batch;
  const total = Object.values(states).reduce((sum, count) => sum + count, 0);
  const waiting = states.preview ?? 0;
  const mayRetry = mayAct && retryable > 0;
  const [confirmed, confirm] = useState<readonly AttestationSummary[] | null>(null);
  const close = () => confirm(null);
  const price = useRetryPrice({ batchId: batch.id }, mayRetry);
  return (
    <>
      <div className="page-heading">
        <div>
          <h1>{name || t('title')}</h1>
          <p className="secondary">
            {t(`is-${state}`)} · {t('count', { count: total })} · <Moment at={batch.createdAt} />
          </p>
        </div>
        <div className="actions">
          {mayAct && waiting > 0 && (
            <Button type="primary" onClick={onReview}>
              {t('review', { count: waiting })}
            </Button>
          )}
          {mayAct && previews.length > 1 && previews.length === waiting && (
            <Button onClick={() => confirm(previews)}>{t('confirm', { count: waiting })}</Button>
          )}
          {mayRetry && (
            <Button loading={retry.isPending} disabled={!price.data?.count} onClick={() => retry.mutate()}>
              {t('retry', { count: retryable })}
            </Button>
          )}
          {(states.unpaid ?? 0) > 0 && orderNo && <LinkButton to={paths.pay(orderNo)}>{t('pay')}</LinkButton>}
          <Button
            icon={<DownloadOutlined aria-hidden />}
            href={linkTo(calls.attestations.batchResults, { batchId: batch.id })}
            download
          >
            {t('results')}
          </Button>
        </div>
      </div>
      <ProgressBar batch={batch} total={total} />
      <p className="secondary numbers attestations-batch-cost">
        {costOf()}
        {mayRetry && (
          <>
            <br />
            <RetryPrice price={price} />
          </>
        )}
      </p>
      {confirmed && <BulkDialog act="confirm" rows={confirmed} onLeave={close} onDone={close} />}
    </>
  );

  function costOf(): string {
    const parts = [
      ...(batch.packageUnits > 0 ? [t('fromPackage', { count: batch.packageUnits })] : []),
      ...(batch.amountCents > 0 || batch.packageUnits === 0
        ? [t('amount', { amount: amount(batch.amountCents) })]
        : []),
      ...(batch.warnings > 0 ? [t('warnings', { count: batch.warnings })] : []),
    ];
    return parts.join(' · ');
  }
}

/** Retries all failed ones; the service accepts some hundred at a time. */
function useRetry(batchId: string) {
  const t = useWords();
  return useMutation({
    async mutationFn() {
      let retried = 0;
      for (;;) {
        const part = await ask(calls.attestations.batchRetry, { batchId });
        retried += part.retried;
        if (part.left === 0 || part.retried === 0) return retried;
      }
    },
    onSuccess: (count) => toast.success(t('retried', { count })),
    onSettled: () => refresh('attestations'),
  });
}

/** Shares of the states as one bar, with their numbers below. */
function ProgressBar({ batch: { states }, total }: { batch: Submission; total: number }) {
  const language = useLanguage();
  const present = attestationStateTable.states.filter((state) => (states[state] ?? 0) > 0);
  return (
    <div className="attestations-batch-progress">
      <div className="attestations-batch-progress-bar" aria-hidden>
        {present.map((state) => (
          <span key={state} style={{ flexGrow: states[state], background: stateLook(state).color }} />
        ))}
      </div>
      <ul>
        {present.map((state) => (
          <li key={state} data-whole={states[state] === total}>
            <span
              className="attestations-batch-progress-dot"
              style={{ background: stateLook(state).color }}
              aria-hidden
            />
            {wordIn(attestationStateWords[state], language)} <strong className="numbers">{states[state]}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
