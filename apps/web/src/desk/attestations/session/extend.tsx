import { calls, type LiveSession, liveLimits } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-extend', text);
const stepMinutes = 10;

/** Books more minutes, at the price of those booked before; nothing once the longest session is booked. */
export function Extend({ session, size }: { session: LiveSession; size?: 'small' }) {
  const t = useWords();
  const { ano } = session.attestation;
  const { bookedMinutes, minuteCents } = session.time;
  const minutes = Math.min(stepMinutes, liveLimits.longestMinutes - bookedMinutes);
  const extending = useMutation({
    mutationFn: () => ask(calls.liveSessions.sessionTime, { ano, extendMinutes: minutes }),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: () => refresh('liveSessions'),
  });
  if (minutes <= 0) return null;
  return (
    <Button {...(size && { size })} loading={extending.isPending} onClick={() => extending.mutate()}>
      {t('extend', { minutes, amount: amount(minutes * minuteCents) })}
    </Button>
  );
}
