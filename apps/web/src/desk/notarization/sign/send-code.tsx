import { calls, waitIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { isApiError, toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { useCountdown } from '../../../ui/forms/countdown.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-sign', text);

/** Sends the code to the party's phone. It is bound to the current documents. */
export function SendCode({ matterId, partyId }: { matterId: string; partyId: string }) {
  const t = useWords();
  const language = useLanguage();
  const [waitSeconds, wait] = useCountdown();
  const sending = useMutation({
    mutationFn: () => ask(calls.notarization.sendSigningCode, { id: matterId, partyId }),
    meta: { isShownInPlace: true },
    onSuccess: ({ againInSeconds }) => wait(againInSeconds),
    onError: (error) => {
      if (isApiError(error) && error.retryAfterSeconds) wait(error.retryAfterSeconds);
    },
  });
  return (
    <>
      <Button size="large" loading={sending.isPending} disabled={waitSeconds > 0} onClick={() => sending.mutate()}>
        {waitSeconds > 0 ? t('again', { wait: waitIn(waitSeconds, language) }) : t('send')}
      </Button>
      <span role="status" className="secondary">
        {sending.error
          ? toApiError(sending.error).message
          : sending.data && t('sent', { minutes: Math.floor(sending.data.validSeconds / 60) })}
      </span>
    </>
  );
}
