import '../../ui/plain/plain.css';
import { calls, roomPagePath } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { chinaDay, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-results', text);

/** The time of a video session that is booked or running, with the link to its room. @param none shown without one */
export function BookedRoom({ nid, none }: { nid: string; none: string }) {
  const t = useWords();
  const language = useLanguage();
  const { data } = useQuery({ ...queryOf(calls.videoRooms.partyRoom, { nid }), refetchInterval: 10_000 });
  const room = data?.room;
  if (room?.state !== 'waiting' && room?.state !== 'open') return <p>{none}</p>;
  const { startsAt, endsAt, notaryName: notary } = room;
  // Word joiners keep it on one line.
  const span = spanText(startsAt, endsAt).replace('–', '\u2060–\u2060');
  return (
    <>
      <p>{t('room', { day: dayText(chinaDay(startsAt), language), span, notary })}</p>
      <p>{t('roomBefore')}</p>
      <p>
        <Link className="button block" data-kind="primary" to={roomPagePath('identity', nid)}>
          {t('toRoom')}
        </Link>
      </p>
    </>
  );
}
