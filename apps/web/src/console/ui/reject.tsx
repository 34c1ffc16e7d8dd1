import { useMutation } from '@tanstack/react-query';
import { Alert, AutoComplete, Button } from 'antd';
import { useId, useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';

interface Props {
  label: string;
  /** Labels the reason. */
  reason: string;
  /** Shown if the reason is missing or too short. */
  needed: string;
  /** Reasons to choose from; any other may be typed. */
  usual: readonly string[];
  length: { min: number; max: number };
  reject: (reason: string) => Promise<unknown>;
  onRejected: () => Promise<void>;
  /** Called if another operator was first. */
  onStale: () => void;
}

/** Part of a `DecisionBar` that rejects the item, with a reason shown to its owner. */
export function Reject({ label, reason, needed, usual, length, reject, onRejected, onStale }: Props) {
  const [text, setText] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const neededId = useId();
  const rejecting = useMutation({
    mutationFn: () => reject(text.trim()),
    meta: { isShownInPlace: true },
    onSuccess: onRejected,
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
          aria-label={reason}
          placeholder={reason}
          value={text}
          onChange={setText}
          maxLength={length.max}
          status={isNeeded ? 'error' : ''}
          aria-describedby={isNeeded ? neededId : undefined}
          options={usual.map((value) => ({ value }))}
        />
        {isNeeded && (
          <span id={neededId} className="console-danger" role="alert">
            {needed}
          </span>
        )}
      </div>
      <Button danger loading={rejecting.isPending} onClick={submit}>
        {label}
      </Button>
    </>
  );
}

/** Shows in a `DecisionBar` why an action failed. */
export const DecisionRefusal = ({ error }: { error: Error | null }) =>
  error && <Alert className="console-refusal" type="error" showIcon role="alert" title={toApiError(error).message} />;
