import { type CertificationCase, calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { isRefused, refusedOf } from '../../api/refused.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';

const useWords = words('console-certification-decision', {
  approve: ['通过认证', 'Approve'],
  sure: ['确认姓名和号码与图片一致？通过后立即生效。', 'Do name and number agree with the images? It counts at once.'],
  yes: ['一致，通过', 'They agree: approve'],
  no: ['再看一下', 'Look again'],
  refuse: ['不通过', 'Refuse'],
  reason: ['不通过的原因（用户可见）', 'Reason for a refusal, which the holder reads'],
  needed: ['请填写至少 4 个字的原因', 'Enter a reason of at least 4 characters'],
  approved: ['已通过', 'Approved'],
  refused: ['已退回', 'Refused'],
  blurred: ['照片不清晰，看不清号码', 'The image is blurred: the number cannot be read'],
  differs: ['填写的姓名或号码与照片不一致', 'Name or number differ from the image'],
  expired: ['证件已过有效期', 'The document has expired'],
  unsealed: ['授权书未加盖公章', 'The authorisation does not bear the company’s seal'],
});

const shortest = 4;

/** Approve, or refuse with a reason; then the next in the queue. */
export function Decision({
  matter: { id, attempt, kind, isTaken },
  next,
  onStale,
}: {
  matter: CertificationCase;
  next: string;
  onStale: () => void;
}) {
  const say = useWords();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const deciding = useMutation({
    mutationFn: (what: 'approve' | 'refuse') =>
      what === 'approve'
        ? ask(calls.certification.approveCertification, { id, attempt })
        : ask(calls.certification.refuseCertification, { id, attempt, reason: reason.trim() }),
    meta: { isSaidInPlace: true },
    onSuccess: async (_nothing, what) => {
      toast.success(say(what === 'approve' ? 'approved' : 'refused'));
      await refresh('certificationReviews');
      await navigate(next);
    },
    onError: (error) => isRefused(error, 'STATE_FORBIDS') && onStale(),
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
          className="certifications-refusal"
          type="error"
          showIcon
          title={refusedOf(deciding.error).message}
          role="alert"
        />
      )}
      <div className="certifications-reason">
        <AutoComplete
          aria-label={say('reason')}
          placeholder={say('reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
          status={isNeeded ? 'error' : ''}
          aria-describedby={isNeeded ? 'certification-reason-needed' : undefined}
          options={usual.map((name) => ({ value: say(name) }))}
        />
        {isNeeded && (
          <span id="certification-reason-needed" className="certifications-needed" role="alert">
            {say('needed')}
          </span>
        )}
      </div>
      <Button danger loading={deciding.isPending && deciding.variables === 'refuse'} onClick={refuse}>
        {say('refuse')}
      </Button>
      <Popconfirm
        title={say('sure')}
        okText={say('yes')}
        cancelText={say('no')}
        onConfirm={() => deciding.mutate('approve')}
      >
        <Button type="primary" disabled={isTaken} loading={deciding.isPending && deciding.variables === 'approve'}>
          {say('approve')}
        </Button>
      </Popconfirm>
    </DecisionBar>
  );
}
