import {
  calls,
  notaryInRoom,
  type PartyRoom,
  roomEndPath,
  type VideoRoomState,
  videoRoomLimits,
} from '@proofkeep/contract';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { isReached } from '../../ui/room/peer.ts';
import type { RoomView } from '../../ui/room/room-client.ts';
import { Stage } from '../../ui/room/stage.tsx';
import { useRoom } from '../../ui/room/use-room.ts';
import { type OpenMedia, WithMedia } from '../../ui/room/with-media.tsx';
import { words } from '../../ui/words/words.ts';
import { isRunning } from './room-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('video-inside', text);

interface Props {
  nid: string;
  room: PartyRoom;
}

/** The room from within. */
export function Inside(props: Props) {
  return <WithMedia>{(media) => <Running {...props} media={media} />}</WithMedia>;
}

function Running({ nid, room, media }: Props & { media: OpenMedia }) {
  const navigate = useNavigate();
  const { client, view } = useRoom(() => ask(calls.videoRooms.partyRoomTicket, { nid }), media.stream);
  const [wasRecorded, setRecorded] = useState(false);
  const isRecorded = isRecordedHere(view);
  useEffect(() => {
    if (!isRecorded) return;
    // The first piece of a recording has ended by then.
    const timer = setTimeout(() => setRecorded(true), videoRoomLimits.chunkSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [isRecorded]);
  const leave = () => void navigate(roomEndPath({ no: nid, state: stateOf(view, room), wasRecorded }));
  return (
    <Stage
      client={client}
      view={view}
      media={media}
      onLeave={leave}
      unreachedHelp={<UnreachedHelp phone={room.officePhone} />}
    />
  );
}

function UnreachedHelp({ phone }: { phone: string }) {
  const t = useWords();
  return (
    <>
      <p>{t('otherNetwork')}</p>
      {phone && (
        <p>
          {t('call')} <a href={`tel:${phone}`}>{phone}</a>
        </p>
      )}
    </>
  );
}

/** Whether everyone is recorded, and this browser has a connection to the notary's, which records. */
const isRecordedHere = ({ isRecorded, others }: RoomView): boolean =>
  isRecorded && others.some(({ id, quality }) => id === notaryInRoom && isReached(quality));

/** The service closes a room right after it ended or lapsed, and may not say so before. */
function stateOf({ end, me, state }: RoomView, room: PartyRoom): VideoRoomState {
  if (!isRunning(room)) return room.state;
  const seen = me ? state : room.state;
  if (end !== 'over') return seen;
  return seen === 'waiting' || seen === 'lapsed' ? 'lapsed' : 'ended';
}
