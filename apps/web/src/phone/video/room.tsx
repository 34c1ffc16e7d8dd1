import { type PartyRoom, roomPagePath } from '@proofkeep/contract';
import { lazy, Suspense, useState } from 'react';
import { Navigate } from 'react-router';
import { Alert } from '../../ui/plain/alert.tsx';
import { words } from '../../ui/words/words.ts';
import { isRunning, RoomPage } from './room-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('video-pages', text);

const Inside = lazy(async () => ({ default: (await import('./inside.tsx')).Inside }));

/** `/h5video/room/{roomId}`: the room, which the party may enter from a few minutes before the session. */
export function Component() {
  const t = useWords();
  return <RoomPage title={t('room')}>{(room, nid) => <Entrance room={room} nid={nid} />}</RoomPage>;
}

/** Opens camera and microphone only after consent to the recording, and only for a session that is to come or running. */
function Entrance({ room, nid }: { room: PartyRoom; nid: string }) {
  const t = useWords();
  // The room itself shows when the session ends, with the way on.
  const [isEntered] = useState(isRunning(room));
  if (room.consentedAt === null) return <Navigate to={roomPagePath('verify', nid)} replace />;
  if (!isEntered) return <Alert kind="info" title={t(`state-${room.state}`)} />;
  return (
    <Suspense>
      <Inside nid={nid} room={room} />
    </Suspense>
  );
}
