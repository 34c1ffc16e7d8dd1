import { type CertificationCase, calls, certificationReasonLength } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-decision', text);

const shortest = 4;

/** Approves, or refuses with a reason, then opens the next case in the queue. */
export function Decision({
  item: { id, attempt, kind, isTaken },
  next,
  onStale,
}: {
  item: CertificationCase;
  next: string;
  onStale: () => void;
}) {
  const t = useWords();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const deciding = useMutation({
    mutationFn: (what: 'approve' | 'refuse') =>
      what === 'approve'
        ? ask(calls.certification.approveCertification, { id, attempt })
        : ask(calls.certification.refuseCertification, { id, attempt, reason: reason.trim() }),
    meta: { isShownInPlace: true },
    onSuccess: async (_nothing, what) => {
      toast.success(t(what === 'approve' ? 'approved' : 'refused'));
      await refresh('certificationReviews');
      await navigate(next);
    },
    onError: (error) => isApiError(error, 'STATE_FORBIDS') && onStale(),
  });
  const refuse = () => {
    const isMissing = reason.trim().length < shortest;
    setNeeded(isMissing);
    if (!isMissing) deciding.mutate('refuse');
  };
  const usual =
    kind === 'personal' ? (['blurred', 'differs', 'expired'] as const) : (['blurred', 'differs', 'unsealed'] as const);
  return (
    <DecisionBar>
      {deciding.isError && (
        <Alert
          className="console-certifications-refusal"
          type="error"
          showIcon
          title={toApiError(deciding.error).message}
          role="alert"
        />
      )}
      <div className="console-certifications-reason">
        <AutoComplete
          aria-label={t('reason')}
          placeholder={t('reason')}
          value={reason}
          onChange={setReason}
          maxLength={certificationReasonLength.max}
          status={isNeeded ? 'error' : ''}
          aria-describedby={isNeeded ? 'certification-reason-needed' : undefined}
          options={usual.map((name) => ({ value: t(name) }))}
        />
        {isNeeded && (
          <span id="certification-reason-needed" className="console-certifications-needed" role="alert">
            {t('needed')}
          </span>
        )}
      </div>
      <Button danger loading={deciding.isPending && deciding.variables === 'refuse'} onClick={refuse}>
        {t('refuse')}
      </Button>
      <Popconfirm title={t('sure')} okText={t('yes')} cancelText={t('no')} onConfirm={() => deciding.mutate('approve')}>
        <Button type="primary" disabled={isTaken} loading={deciding.isPending && deciding.variables === 'approve'}>
          {t('approve')}
        </Button>
      </Popconfirm>
    </DecisionBar>
  );
}
