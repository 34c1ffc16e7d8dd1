import { type CertificationCase, calls, certificationReasonLength } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { useNavigate } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionRefusal, Reject } from '../ui/reject.tsx';
import { DecisionBar } from '../ui/split.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certification-decision', text);

const usual = {
  personal: ['blurred', 'differs', 'expired'],
  enterprise: ['blurred', 'differs', 'unsealed'],
} as const;

interface Props {
  item: CertificationCase;
  /** Path of the next case in the queue. */
  next: string;
  onStale: () => void;
}

/** Approves, or refuses with a reason, then opens the next case in the queue. */
export function Decision({ item: { id, attempt, kind, isTaken }, next, onStale }: Props) {
  const t = useWords();
  const navigate = useNavigate();
  const showNext = async () => {
    await refresh('certificationReviews');
    await navigate(next);
  };
  const approving = useMutation({
    mutationFn: () => ask(calls.certification.approveCertification, { id, attempt }),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      toast.success(t('approved'));
      await showNext();
    },
    onError: (error) => isApiError(error, 'STATE_FORBIDS') && onStale(),
  });
  return (
    <DecisionBar>
      <DecisionRefusal error={approving.error} />
      <Reject
        t={t}
        usual={usual[kind]}
        length={certificationReasonLength}
        reject={(reason) => ask(calls.certification.refuseCertification, { id, attempt, reason })}
        onRejected={showNext}
        onStale={onStale}
      />
      <Popconfirm title={t('sure')} okText={t('yes')} cancelText={t('no')} onConfirm={() => approving.mutate()}>
        <Button type="primary" disabled={isTaken} loading={approving.isPending}>
          {t('approve')}
        </Button>
      </Popconfirm>
    </DecisionBar>
  );
}
