import type { RoomTicket } from '@proofkeep/contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { RoomClient, type RoomView } from './room-client.ts';

const nothing: RoomView = {
  isConnected: false,
  end: null,
  state: 'waiting',
  me: null,
  others: [],
  isRecorded: false,
};
const never = () => () => {};
const noView = () => nothing;

/** Connects to a room while the component is shown. @param takeTicket read at the first render only */
export function useRoom(takeTicket: () => Promise<RoomTicket>, stream: MediaStream) {
  const [client, setClient] = useState<RoomClient | null>(null);
  const first = useRef({ takeTicket, stream });
  useEffect(() => {
    const made = new RoomClient(first.current.takeTicket, first.current.stream);
    setClient(made);
    return () => made.close();
  }, []);
  useEffect(() => void client?.replace(stream), [client, stream]);
  const view = useSyncExternalStore(client?.watch ?? never, client?.view ?? noView);
  return { client, view };
}
