import { calls, type LiveSession, liveLimits, type Quote } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { type Price, priceOfQuote, Source, usePriceLabel } from '../../../ui/money/source.tsx';
import { UnknownPrice } from '../../../ui/money/unknown-price.tsx';
import { useQuote } from '../../../ui/money/use-quote.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-extend', text);
const stepMinutes = 10;

/** Books more minutes, at the price of the earlier ones; renders nothing once the maximum is booked. */
export function Extend({ session }: { session: LiveSession }) {
  const t = useWords();
  const { ano } = session.attestation;
  const { bookedMinutes, minuteCents } = session.time;
  const minutes = Math.min(stepMinutes, liveLimits.longestMinutes - bookedMinutes);
  const extending = useMutation({
    mutationFn: () => ask(calls.liveSessions.sessionTime, { ano, extendMinutes: minutes }),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: () => Promise.all([refresh('liveSessions'), refresh('quote')]),
  });
  const { quote, isUnknown, refetch } = useQuote('session-minute', minutes);
  const labelOf = usePriceLabel();
  if (minutes <= 0) return null;
  const price = quote?.quantity === minutes ? priceOfExtension(quote, minuteCents) : undefined;
  return (
    <div className="attestations-session-extend">
      <Button
        loading={extending.isPending}
        disabled={!price || price.whyNot !== null}
        onClick={() => extending.mutate()}
      >
        {t('extend', { minutes })}
        {price && ` · ${labelOf(price)}`}
      </Button>
      {isUnknown ? <UnknownPrice onRetry={refetch} /> : <Source price={price} />}
    </div>
  );
}

/** Packages cover what they can; the rest costs what the booked minutes cost, also if the price list has changed. */
function priceOfExtension(quote: Quote, minuteCents: number): Price {
  const amountCents = (quote.quantity - quote.packageUnits) * minuteCents;
  const { balanceCents, limitLeftCents } = quote;
  const missingCents = balanceCents === null ? null : Math.max(0, amountCents - balanceCents);
  const isOver = limitLeftCents !== null && amountCents > limitLeftCents;
  const isShort = missingCents === null ? quote.whyNot === 'short' : missingCents > 0;
  return { ...priceOfQuote(quote), amountCents, missingCents, whyNot: isOver ? 'over' : isShort ? 'short' : null };
}
