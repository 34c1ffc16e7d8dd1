import '../tasks.css';
import { calls, type PartyRoom } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Alert } from '../../ui/plain/alert.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('video-pages', text);

interface Props {
  title: string;
  children: (room: PartyRoom, nid: string, onChanged: () => Promise<unknown>) => ReactNode;
}

/**
 * Frame of a page about the room of a matter. Refetches every ten seconds, which also keeps the party's session alive.
 */
export function RoomPage({ title, children }: Props) {
  const t = useWords();
  useTitle(title);
  const { nid = '' } = useParams();
  const query = useQuery({ ...queryOf(calls.videoRooms.partyRoom, { nid }), refetchInterval: 10_000 });
  return (
    <div className="phone-page">
      <h1>{title}</h1>
      <QueryView query={query}>
        {({ room }) => (room ? children(room, nid, () => query.refetch()) : <Alert kind="info" title={t('noRoom')} />)}
      </QueryView>
    </div>
  );
}

/** Whether the session of a room is upcoming or in progress. */
export const isRunning = ({ state }: PartyRoom): boolean => state === 'waiting' || state === 'open';
