import {
  calls,
  type KeptSlot,
  type ReplyOf,
  type Reservation,
  type SessionWay,
  sessionReasonLength,
  sessionWayWords,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Toggles } from '../../ui/kit/toggles.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { byDay, chinaDay, clock, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { useChosenTime } from './chosen-time.ts';
import { useHasCome } from './has-come.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('reservations-picker', text);

type Offer = ReplyOf<typeof calls.reservations.sessionSlots>;

/** Selects the time of a matter's session, replacing the booked one. */
export function Picker({ matterId }: { matterId: string }) {
  const t = useWords();
  const found = useQuery(queryOf(calls.reservations.sessionSlots, { id: matterId }));
  return (
    <section className="panel reservations-picker" aria-labelledby="reservations-picker">
      <h2 id="reservations-picker">{t('title')}</h2>
      <QueryView query={found} rows={6}>
        {(offer) => <Times matterId={matterId} offer={offer} refetch={found.refetch} />}
      </QueryView>
    </section>
  );
}

function Times({ matterId, offer, refetch }: { matterId: string; offer: Offer; refetch: () => Promise<unknown> }) {
  const t = useWords();
  const language = useLanguage();
  const { slots, ways, minutes, notaryName, office, booked, kept, movesLeft } = offer;
  // Once it has begun, only the notary can change a session.
  const hasBegun = useHasCome(booked?.startsAt ?? null);
  const days = byDay(slots);
  const [way, setWay] = useState<SessionWay>(
    (booked && ways.find((one) => one === booked.way)) ?? ways[0] ?? 'in-person',
  );
  const [chosenDay, setDay] = useState(kept ? chinaDay(kept.startsAt) : undefined);
  const { chosen, hasLapsed, refusal, choose } = useChosenTime({ matterId, kept, refetch });
  const day = chosenDay && days.has(chosenDay) ? chosenDay : days.keys().next().value;
  if (hasBegun) return <Alert type="info" showIcon title={t('begun', { phone: office.phone })} />;
  if (booked && movesLeft === 0) return <Alert type="info" showIcon title={t('noMoves', { phone: office.phone })} />;
  return (
    <>
      <p className="secondary">
        {office.name} · {notaryName} · {t('length', { minutes })}
      </p>
      {booked && <Booked booked={booked} movesLeft={movesLeft} />}
      {ways.length > 1 && (
        <Toggles
          label={t('way')}
          of={ways}
          nameOf={(one) => wordIn(sessionWayWords[one], language)}
          chosen={[way]}
          onToggle={setWay}
        />
      )}
      {!day && <Alert type="info" showIcon title={t('full', { phone: office.phone })} />}
      {day && (
        <div className="reservations-calendar">
          <div role="group" aria-label={t('day')} className="reservations-days">
            {[...days].map(([one, free]) => (
              <button key={one} type="button" aria-pressed={one === day} onClick={() => setDay(one)}>
                <strong>{dayText(one, language)}</strong>
                <span className="secondary">{t('free', { count: free.length })}</span>
              </button>
            ))}
          </div>
          <div role="group" aria-label={t('time')} className="reservations-times">
            {days.get(day)?.map((slot) => (
              <button
                key={slot.startsAt}
                type="button"
                className="numbers"
                aria-pressed={!hasLapsed && slot.startsAt === chosen?.startsAt}
                onClick={() => void choose(slot.startsAt)}
              >
                {spanText(slot.startsAt, slot.endsAt)}
              </button>
            ))}
          </div>
        </div>
      )}
      {day && <p className="secondary">{t('zone')}</p>}
      <Refusal>{refusal}</Refusal>
      {hasLapsed && <Alert type="warning" showIcon title={t('lapsed')} />}
      <Confirm matterId={matterId} slot={hasLapsed ? null : chosen} way={way} booked={booked} onTaken={refetch} />
    </>
  );
}

function Booked({ booked: { startsAt, endsAt }, movesLeft }: { booked: Reservation; movesLeft: number }) {
  const t = useWords();
  const language = useLanguage();
  const time = `${dayText(chinaDay(startsAt), language)} ${spanText(startsAt, endsAt)}`;
  return <Alert type="info" title={t('booked', { time })} description={t('movesLeft', { count: movesLeft })} />;
}

interface ConfirmProps {
  matterId: string;
  slot: KeptSlot | null;
  way: SessionWay;
  booked: Reservation | null;
  /** Reloads the free times after another user took one. */
  onTaken: () => Promise<unknown>;
}

function Confirm({ matterId, slot, way, booked, onTaken }: ConfirmProps) {
  const t = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const book = async () => {
    if (!slot) return;
    setSending(true);
    setRefusal(null);
    try {
      await ask(calls.reservations.bookSession, { id: matterId, startsAt: slot.startsAt, way, reason });
      toast.success(t('done'));
      await refresh('reservations');
      await navigate(paths.reservation());
    } catch (error) {
      setRefusal(toApiError(error).message);
      await onTaken();
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="reservations-confirm">
      <Refusal>{refusal}</Refusal>
      {booked && slot && (
        <label className="reservations-reason">
          {t('reason')}
          <Input
            value={reason}
            maxLength={sessionReasonLength.max}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
      )}
      <p aria-live="polite">
        {slot
          ? t('chosen', {
              day: dayText(chinaDay(slot.startsAt), language),
              time: spanText(slot.startsAt, slot.endsAt),
              way: wordIn(sessionWayWords[way], language),
            })
          : t('choose')}
        {slot && <span className="secondary reservations-kept">{t('kept', { time: clock(slot.keptUntil) })}</span>}
      </p>
      <div className="reservations-acts">
        <LinkButton to={paths.reservation()}>{t('cancel')}</LinkButton>
        <Button type="primary" disabled={!slot} loading={isSending} onClick={() => void book()}>
          {booked ? t('move') : t('book')}
        </Button>
      </div>
    </div>
  );
}
