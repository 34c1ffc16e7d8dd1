import { useMutation } from '@tanstack/react-query';
import { Alert, AutoComplete, Button } from 'antd';
import { useId, useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { toast } from '../../ui/notices/toast.ts';

interface Props<Reason extends string> {
  /**
   * Words of the decision: its button, the label of the reason, what to do if the reason is missing or too short, the
   * confirmation afterwards, and the usual reasons.
   */
  t: (name: 'reject' | 'reason' | 'needed' | 'rejected' | Reason) => string;
  /** Reasons to choose from; any other may be typed. */
  usual: readonly Reason[];
  length: { min: number; max: number };
  reject: (reason: string) => Promise<unknown>;
  onRejected: () => Promise<void>;
  /** Called if another operator was first. */
  onStale: () => void;
}

/** Part of a `DecisionBar` that rejects the item, with a reason shown to its owner. */
export function Reject<Reason extends string>({ t, usual, length, reject, onRejected, onStale }: Props<Reason>) {
  const [text, setText] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const neededId = useId();
  const rejecting = useMutation({
    mutationFn: () => reject(text.trim()),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      toast.success(t('rejected'));
      await onRejected();
    },
    onError: (error) => isApiError(error, 'STATE_FORBIDS') && onStale(),
  });
  const submit = () => {
    const isMissing = text.trim().length < length.min;
    setNeeded(isMissing);
    if (!isMissing) rejecting.mutate();
  };
  return (
    <>
      <DecisionRefusal error={rejecting.error} />
      <div className="console-reason">
        <AutoComplete
          aria-label={t('reason')}
          placeholder={t('reason')}
          value={text}
          onChange={setText}
          maxLength={length.max}
          status={isNeeded ? 'error' : ''}
          aria-describedby={isNeeded ? neededId : undefined}
          options={usual.map((name) => ({ value: t(name) }))}
        />
        {isNeeded && (
          <span id={neededId} className="console-danger" role="alert">
            {t('needed')}
          </span>
        )}
      </div>
      <Button danger loading={rejecting.isPending} onClick={submit}>
        {t('reject')}
      </Button>
    </>
  );
}

/** Shows in a `DecisionBar` why an action failed. */
export const DecisionRefusal = ({ error }: { error: Error | null }) =>
  error && <Alert className="console-refusal" type="error" showIcon role="alert" title={toApiError(error).message} />;
