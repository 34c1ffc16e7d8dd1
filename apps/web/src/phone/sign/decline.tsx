import { calls, declineReasonLength } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { Problem } from './problem.tsx';
import type { TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-decline', text);

/** Declines to continue, or objects to a document, with a reason; the notary then decides. */
export function Decline({ nid, advance, isDispute = false }: Omit<TaskProps, 'matter'> & { isDispute?: boolean }) {
  const t = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const isTooShort = reason.trim().length < declineReasonLength.min;
  const decline = useMutation({
    mutationFn: () => ask(calls.phoneSigning.decline, { nid, reason }),
    onSuccess: advance,
    meta: { isShownInPlace: true },
  });
  if (!isOpen)
    return (
      <Button isBlock onClick={() => setOpen(true)}>
        {t(isDispute ? 'dispute' : 'decline')}
      </Button>
    );
  return (
    <div className="phone-decline panel">
      <label htmlFor={id}>{t(isDispute ? 'disputeReason' : 'reason')}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        maxLength={declineReasonLength.max}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {isTooShort && <p className="secondary">{t('short', { least: declineReasonLength.min })}</p>}
      <Problem error={decline.error} />
      <Button isBlock disabled={isTooShort} isBusy={decline.isPending} onClick={() => decline.mutate()}>
        {t('send')}
      </Button>
      <Button isBlock onClick={() => setOpen(false)}>
        {t('back')}
      </Button>
    </div>
  );
}
