import './room.css';
import { calls, type NotaryRoom, videoRoomStateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { closeDevices } from '../../ui/kit/devices.ts';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { DeviceCheck } from '../../ui/room/device-check.tsx';
import { useCountdown } from '../../ui/room/use-countdown.ts';
import { chinaDay, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Recordings } from './recordings.tsx';
import { useLeftRecordings } from './use-left-recordings.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-room', text);

const Inside = lazy(async () => ({ default: (await import('./inside.tsx')).Inside }));

/** `/console/room/:id`: the video room of a matter, for its notary. */
export function Component() {
  const t = useWords();
  const { id = '' } = useParams();
  const query = useQuery({ ...queryOf(calls.consoleVideoRooms.notaryRoom, { id }), refetchInterval: 5_000 });
  const onChanged = async () => void (await query.refetch());
  return (
    <div className="console-room">
      <PageHeading title={t('title')}>
        {/* Opens in a new window: leaving this one would end the recording. */}
        <Link to={paths.consoleMatter(id)} target="_blank" rel="noopener">
          {t('matter')}
        </Link>
      </PageHeading>
      <QueryView query={query} rows={6}>
        {({ room }) =>
          room ? <Room id={id} room={room} onChanged={onChanged} /> : <Alert type="info" showIcon title={t('none')} />
        }
      </QueryView>
    </div>
  );
}

interface Props {
  id: string;
  room: NotaryRoom;
  onChanged: () => Promise<void>;
}

function Room({ id, room, onChanged }: Props) {
  const t = useWords();
  const [isInside, setInside] = useState(false);
  const isOver = room.state === 'ended' || room.state === 'lapsed';
  useLeftRecordings(id, { isInside, onSent: onChanged });
  if (isInside)
    return (
      <Suspense fallback={<Skeleton rows={6} />}>
        <Inside id={id} room={room} onChanged={onChanged} onLeave={() => setInside(false)} />
      </Suspense>
    );
  return (
    <>
      <Facts room={room} />
      {!isOver && (room.isMine ? <Door room={room} onEnter={() => setInside(true)} /> : <p>{t('notMine')}</p>)}
      <Recordings id={id} recordings={room.recordings} />
    </>
  );
}

function Facts({ room: { state, startsAt, endsAt, parties } }: Pick<Props, 'room'>) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="panel">
      <p>
        <strong>{dayText(chinaDay(startsAt), language)}</strong>{' '}
        <span className="numbers">{spanText(startsAt, endsAt)}</span> · {wordIn(videoRoomStateWords[state], language)}
      </p>
      <ul className="console-room-people">
        {parties.map(({ id, name, consentedAt }) => (
          <li key={id}>
            {name} <span className="secondary">{t(consentedAt ? 'consented' : 'notConsented')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The device check before the room, with the button to enter once the room opens. */
function Door({ room, onEnter }: { room: NotaryRoom; onEnter: () => void }) {
  const t = useWords();
  const [stream, setStream] = useState<MediaStream | null>(null);
  useEffect(() => () => closeDevices(stream), [stream]);
  const left = useCountdown(room.opensAt, room.now);
  const mayEnter = room.state === 'open' || left === null;
  return (
    <section className="panel console-room-door">
      <h2>{t('devices')}</h2>
      <DeviceCheck onStream={setStream} />
      <div className="actions">
        <Button type="primary" disabled={!mayEnter || !stream} onClick={onEnter}>
          {t('enter')}
        </Button>
        {!mayEnter && <span className="secondary numbers">{t('opensIn', { left })}</span>}
      </div>
      <p className="secondary">{t('recordedHere')}</p>
    </section>
  );
}
