import { type PartyRoom, roomPagePath } from '@proofkeep/contract';
import { Link, Navigate } from 'react-router';
import { Alert } from '../../ui/plain/alert.tsx';
import { checkedDevices } from '../../ui/room/media.ts';
import { useCountdown } from '../../ui/room/use-countdown.ts';
import { chinaDay, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { LinkButton } from './link-button.tsx';
import { isRunning, RoomPage } from './room-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('video-pages', text);

/** `/h5video/verify-result/{roomId}`: the countdown, and the way in once the room opens. */
export function Component() {
  const t = useWords();
  return (
    <RoomPage title={t('ready')}>
      {(room, nid) =>
        room.consentedAt === null ? (
          <Navigate to={roomPagePath('verify', nid)} replace />
        ) : (
          <Ready room={room} nid={nid} />
        )
      }
    </RoomPage>
  );
}

function Ready({ room, nid }: { room: PartyRoom; nid: string }) {
  const t = useWords();
  const language = useLanguage();
  const left = useCountdown(room.opensAt, room.now);
  if (!isRunning(room)) return <Alert kind="info" title={t(`state-${room.state}`)} />;
  // Consent may have been given on another phone, whose devices were tested.
  const isChecked = checkedDevices() !== null;
  const isOpen = room.state === 'open' || left === null;
  return (
    <>
      <p>
        <strong>{dayText(chinaDay(room.startsAt), language)}</strong>{' '}
        <span className="numbers">{spanText(room.startsAt, room.endsAt)}</span>
      </p>
      {room.state === 'open' && <p>{t('begun')}</p>}
      {isChecked ? (
        <p>{t('works')}</p>
      ) : (
        <p>
          {t('unchecked')} <Link to={roomPagePath('verify', nid)}>{t('toCheck')}</Link>
        </p>
      )}
      {!isOpen && (
        <p className="phone-countdown numbers" role="timer">
          {t('opensIn', { left })}
        </p>
      )}
      <div className="phone-acts">{isOpen && <LinkButton to={roomPagePath('room', nid)}>{t('enter')}</LinkButton>}</div>
    </>
  );
}
